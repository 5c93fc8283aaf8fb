import { Alert, Button, Drawer, NumberInput, Stack, TextInput, Tooltip } from '@mantine/core';
import { type AccountField, type Channel, createChannel, deleteChannel, updateChannel } from '@pimento/contract';
import type { FormEvent } from 'react';
import type { Messages } from '../i18n/en.ts';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { EditorActions } from '../ui/dialog.tsx';
import { EditConflictAlert } from '../ui/edit-conflict.tsx';
import type { EditParts } from '../ui/merge-edit.ts';
import { problemText } from '../ui/problem-text.ts';
import { useEdit } from '../session/use-edit.ts';
import { AccountFieldList } from './account-field-list.tsx';

interface Draft {
  channelId: string;
  name: string;
  logoUrl: string;
  batchSize: number;
  accountFields: AccountField[];
}

/** What a person may change of a channel, as it is stored. */
type Stored = Pick<Channel, 'name' | 'logoUrl' | 'batchSize' | 'accountFields'>;

function partsOf(t: Messages): EditParts<Draft> {
  const { gateway } = t;
  return [
    { of: ['channelId'], label: gateway.channelId, show: ({ channelId }) => channelId },
    { of: ['name'], label: gateway.name, show: ({ name }) => name },
    { of: ['batchSize'], label: gateway.batchSize, show: ({ batchSize }) => String(batchSize) },
    { of: ['logoUrl'], label: gateway.logoUrl, show: ({ logoUrl }) => logoUrl },
    {
      of: ['accountFields'],
      label: gateway.fields,
      show: ({ accountFields }) => accountFields.map(fieldText(t)).join('; '),
    },
  ];
}

/** All that makes a field, so that no two different ones look the same. */
const fieldText =
  ({ gateway }: Messages) =>
  ({ id, name, type, optional, patterns }: AccountField): string =>
    [
      `${name} (${id})`,
      gateway.fieldTypes[type],
      ...(optional ? [gateway.optional] : []),
      ...patterns.map(({ pattern, message }) => (message === undefined ? pattern : `${pattern} – ${message}`)),
    ].join(', ');

const draftOf = (channel: Stored | undefined): Draft => ({
  channelId: '',
  name: channel?.name ?? '',
  logoUrl: channel?.logoUrl ?? '',
  batchSize: channel?.batchSize ?? 100,
  accountFields: channel?.accountFields ?? [],
});

/** Makes or changes a channel, with the fields that its accounts have. */
export function ChannelEditor(props: { adapterId: string; channel?: Channel; onClose: () => void }) {
  const { adapterId, channel, onClose } = props;
  const t = useMessages();
  const edit = useEdit<Stored, Draft, Channel>({
    base: channel,
    draftOf,
    parts: partsOf(t),
    send(api, { channelId, logoUrl, ...rest }, seen) {
      const body = { ...rest, logoUrl: logoUrl === '' ? null : logoUrl };
      if (!channel || !seen) return api.call(createChannel, { body: { ...body, channelId, adapterId } });
      const { name, batchSize, accountFields } = seen;
      const expected = { name, logoUrl: seen.logoUrl, batchSize, accountFields };
      return api.call(updateChannel, { params: { channelId: channel.channelId }, body: { ...body, expected } });
    },
    done({ name }) {
      onClose();
      return t.gateway.saved(name);
    },
  });
  const { draft, set } = edit;
  const removal = useChange(
    (api, channelId: string) => api.call(deleteChannel, { params: { channelId } }),
    () => {
      onClose();
      return t.gateway.deleted(draft.name);
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  const error = edit.error ?? removal.error;
  const isHeld = (channel?.connections ?? 0) > 0;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={channel ? t.gateway.editChannel(channel.name) : t.gateway.newChannel}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {error && (
            <Alert color="red" variant="light" role="alert">
              {problemText(t, error)}
            </Alert>
          )}
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          {!channel && (
            <TextInput
              label={t.gateway.channelId}
              description={t.gateway.idHint}
              required
              pattern="[a-z0-9][a-z0-9._\-]{0,62}"
              data-autofocus
              value={draft.channelId}
              onChange={({ currentTarget }) => set({ channelId: currentTarget.value })}
            />
          )}
          <TextInput
            label={t.gateway.name}
            required
            data-autofocus={channel !== undefined || undefined}
            value={draft.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <NumberInput
            label={t.gateway.batchSize}
            description={t.gateway.batchSizeHint}
            min={1}
            max={10_000}
            allowDecimal={false}
            required
            value={draft.batchSize}
            onChange={(batchSize) => set({ batchSize: Number(batchSize) })}
          />
          <TextInput
            label={t.gateway.logoUrl}
            type="url"
            placeholder="https://"
            value={draft.logoUrl}
            onChange={({ currentTarget }) => set({ logoUrl: currentTarget.value })}
          />
          <AccountFieldList fields={draft.accountFields} onChange={(accountFields) => set({ accountFields })} />
          <EditorActions
            onClose={onClose}
            loading={edit.isPending}
            removal={
              channel && (
                <Tooltip label={t.gateway.hasConnections} disabled={!isHeld} withArrow>
                  <Button
                    variant="subtle"
                    color="red"
                    {...(isHeld ? { 'data-disabled': true, 'aria-disabled': true } : {})}
                    loading={removal.isPending}
                    onClick={() => !isHeld && removal.mutate(channel.channelId)}
                  >
                    {t.gateway.deleteChannel}
                  </Button>
                </Tooltip>
              )
            }
          />
        </Stack>
      </form>
    </Drawer>
  );
}
