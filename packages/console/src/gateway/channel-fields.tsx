import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { ChannelClients } from './channel-clients.tsx';
import { AccountFieldList } from './account-field-list.tsx';
import type { ChannelDraft } from './channel-draft.ts';

/** The inputs for a channel. The id can only be entered for a new channel. */
export function ChannelFields(props: {
  draft: ChannelDraft;
  isNew: boolean;
  onChange: (change: Partial<ChannelDraft>) => void;
}) {
  const { draft, isNew, onChange } = props;
  const t = useMessages();
  return (
    <>
      {isNew && (
        <TextInput
          label={t.gateway.channelId}
          description={t.gateway.idHint}
          required
          pattern="[a-z0-9][a-z0-9._\-]{0,62}"
          data-autofocus
          value={draft.channelId}
          onChange={({ currentTarget }) => onChange({ channelId: currentTarget.value })}
        />
      )}
      <TextInput
        label={t.gateway.name}
        required
        data-autofocus={!isNew || undefined}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NumberInput
        label={t.gateway.batchSize}
        description={t.gateway.batchSizeHint}
        min={1}
        max={10_000}
        allowDecimal={false}
        required
        value={draft.batchSize}
        onChange={(batchSize) => onChange({ batchSize: Number(batchSize) })}
      />
      <TextInput
        label={t.gateway.logoUrl}
        type="url"
        placeholder="https://"
        value={draft.logoUrl}
        onChange={({ currentTarget }) => onChange({ logoUrl: currentTarget.value })}
      />
      <ChannelClients clientIds={draft.clientIds} onChange={(clientIds) => onChange({ clientIds })} />
      <Checkbox
        label={t.gateway.canWithdraw}
        description={t.gateway.canWithdrawHint}
        checked={draft.capabilities.includes('withdraw')}
        onChange={({ currentTarget }) => onChange({ capabilities: currentTarget.checked ? ['withdraw'] : [] })}
      />
      {!isNew && (
        <Checkbox
          label={t.gateway.allowInvalid}
          description={t.gateway.allowInvalidHint}
          checked={draft.allowInvalid}
          onChange={({ currentTarget }) => onChange({ allowInvalid: currentTarget.checked })}
        />
      )}
      <AccountFieldList fields={draft.accountFields} onChange={(accountFields) => onChange({ accountFields })} />
    </>
  );
}
