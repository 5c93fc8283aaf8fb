import { Progress, Table, Text } from '@mantine/core';
import type { ClientUsage, QuotaName } from '@pimento/contract/wire';
import { useFormats, useLanguage } from '../../i18n/language.tsx';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

export const quotaNames = ['products', 'fileBytes', 'bodyBytes', 'keys', 'events'] as const satisfies QuotaName[];

export const isInBytes = (name: QuotaName): boolean => name === 'fileBytes' || name === 'bodyBytes';

export function UsageTable({ usage }: { usage: ClientUsage }) {
  const texts = useTenancyMessages();
  return (
    <TableFrame
      label={texts.quotas}
      minWidth={420}
      headings={[{ label: texts.quota }, { label: texts.used, align: 'right' }, { label: texts.limit, align: 'right' }]}
    >
      {quotaNames.map((name) => (
        <UsageRow key={name} name={name} used={usage.used[name]} limit={usage.quotas[name]} />
      ))}
    </TableFrame>
  );
}

function UsageRow({ name, used, limit }: { name: QuotaName; used: number; limit: number | null }) {
  const texts = useTenancyMessages();
  const formats = useFormats();
  const { language } = useLanguage();
  const amount = (value: number) => (isInBytes(name) ? formats.bytes(value) : formats.number(value));
  const share = limit === null ? undefined : limit === 0 ? 1 : Math.min(1, used / limit);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return (
    <Table.Tr>
      <Table.Td>
        {texts.quotaNames[name]}
        {share !== undefined && (
          <Progress
            mt={4}
            size="sm"
            value={share * 100}
            color={share >= 0.9 ? 'red' : 'olive'}
            aria-label={`${texts.quotaNames[name]}: ${texts.usedShare(percent.format(share))}`}
          />
        )}
      </Table.Td>
      <Table.Td ta="right">{amount(used)}</Table.Td>
      <Table.Td ta="right">{limit === null ? <Text size="sm">{texts.noLimit}</Text> : amount(limit)}</Table.Td>
    </Table.Tr>
  );
}
