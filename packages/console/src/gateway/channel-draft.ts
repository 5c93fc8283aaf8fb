import type { AccountField, Channel, ChannelCapability } from '@pimento/contract';
import type { Messages } from '../i18n/en.ts';
import type { EditParts } from '../ui/merge-edit.ts';

/** The fields of the channel editor. */
export interface ChannelDraft {
  channelId: string;
  name: string;
  logoUrl: string;
  batchSize: number;
  accountFields: AccountField[];
  /** Null means that every client may use the channel. */
  clientIds: string[] | null;
  capabilities: ChannelCapability[];
  allowInvalid: boolean;
}

/** The properties of a stored channel that can be changed. */
export type StoredChannel = Pick<
  Channel,
  'name' | 'logoUrl' | 'batchSize' | 'accountFields' | 'clientIds' | 'capabilities' | 'allowInvalid'
>;

/** Returns the draft of a stored channel, or of a new channel if `channel` is undefined. */
export const draftOf = (channel: StoredChannel | undefined): ChannelDraft => ({
  channelId: '',
  name: channel?.name ?? '',
  logoUrl: channel?.logoUrl ?? '',
  batchSize: channel?.batchSize ?? 100,
  accountFields: channel?.accountFields ?? [],
  clientIds: channel?.clientIds ?? null,
  capabilities: channel?.capabilities ?? [],
  allowInvalid: channel?.allowInvalid ?? false,
});

/** Returns the properties that are sent both for new channels and for existing channels. */
export const channelInput = ({
  channelId: _channelId,
  allowInvalid: _allowInvalid,
  logoUrl,
  ...rest
}: ChannelDraft): Omit<StoredChannel, 'allowInvalid'> => ({
  ...rest,
  logoUrl: logoUrl === '' ? null : logoUrl,
});

/** Returns all properties of a field as text. Fields that differ have different texts. */
function fieldText({ gateway }: Messages, { id, name, type, optional, patterns }: AccountField): string {
  return [
    `${name} (${id})`,
    gateway.fieldTypes[type],
    ...(optional ? [gateway.optional] : []),
    ...patterns.map(({ pattern, message }) => (message === undefined ? pattern : `${pattern} – ${message}`)),
  ].join(', ');
}

/** Returns the parts of a channel that are merged separately. Two people who change different parts at the same time cause no conflict. */
export function channelParts(t: Messages): EditParts<ChannelDraft> {
  const { gateway } = t;
  return [
    { of: ['channelId'], label: gateway.channelId, show: ({ channelId }) => channelId },
    { of: ['name'], label: gateway.name, show: ({ name }) => name },
    { of: ['batchSize'], label: gateway.batchSize, show: ({ batchSize }) => String(batchSize) },
    {
      of: ['capabilities'],
      label: gateway.canWithdraw,
      show: ({ capabilities }) => (capabilities.includes('withdraw') ? t.common.yes : t.common.no),
    },
    {
      of: ['allowInvalid'],
      label: gateway.allowInvalid,
      show: ({ allowInvalid }) => (allowInvalid ? t.common.yes : t.common.no),
    },
    { of: ['logoUrl'], label: gateway.logoUrl, show: ({ logoUrl }) => logoUrl },
    {
      of: ['clientIds'],
      label: gateway.clients,
      show: ({ clientIds }) => (clientIds === null ? gateway.everyClient : clientIds.join(', ')),
    },
    {
      of: ['accountFields'],
      label: gateway.fields,
      show: ({ accountFields }) => accountFields.map((field) => fieldText(t, field)).join('; '),
    },
  ];
}

/** Returns a field with its first pattern replaced, or removed if the new pattern is empty. Keeps the other patterns. */
export function withFirstPattern(field: AccountField, pattern: string, message: string): AccountField {
  const others = field.patterns.slice(1);
  if (pattern === '') return { ...field, patterns: others };
  return { ...field, patterns: [{ pattern, ...(message === '' ? {} : { message }) }, ...others] };
}
