import { Select, Textarea } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';

/** The selectable lifetimes of an API key: unlimited, or a number of days. */
const lifetimes = ['never', '30', '90', '365'] as const;

export interface KeyLimits {
  lifetime: (typeof lifetimes)[number];
  /** IP addresses and ranges, separated by whitespace, commas or semicolons. */
  addresses: string;
}
export const noLimits: KeyLimits = { lifetime: 'never', addresses: '' };

export const addressesOf = ({ addresses }: KeyLimits): string[] => addresses.split(/[\s,;]+/).filter(Boolean);

export function expiryOf({ lifetime }: KeyLimits, now: number): { expires?: string } {
  return lifetime === 'never' ? {} : { expires: new Date(now + Number(lifetime) * 86_400_000).toISOString() };
}

/** The fields for the lifetime of a new API key and for the IP addresses that may use it. */
export function KeyLimitFields({ limits, onChange }: { limits: KeyLimits; onChange: (limits: KeyLimits) => void }) {
  const t = useMessages();
  return (
    <>
      <Select
        label={t.keys.lifetime}
        data={lifetimes.map((value) => ({ value, label: t.keys.lifetimes[value] }))}
        value={limits.lifetime}
        allowDeselect={false}
        onChange={(lifetime) => onChange({ ...limits, lifetime: lifetime ?? 'never' })}
        comboboxProps={{ withinPortal: false }}
      />
      <Textarea
        label={t.keys.addresses}
        description={t.keys.addressesHint}
        autosize
        minRows={1}
        value={limits.addresses}
        onChange={({ currentTarget }) => onChange({ ...limits, addresses: currentTarget.value })}
      />
    </>
  );
}
