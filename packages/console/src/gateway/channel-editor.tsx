import { Alert, Button, Drawer, NumberInput, Stack, TextInput, Tooltip } from '@mantine/core';
import { type AccountField, type Channel, createChannel, deleteChannel, updateChannel } from '@pimento/contract';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { EditorActions } from '../ui/dialog.tsx';
import { problemText } from '../ui/problem-text.ts';
import { AccountFieldList } from './account-field-list.tsx';

interface Draft {
  channelId: string;
  name: string;
  logoUrl: string;
  batchSize: number;
  accountFields: AccountField[];
}

const draftOf = (channel: Channel | undefined): Draft => ({
  channelId: channel?.channelId ?? '',
  name: channel?.name ?? '',
  logoUrl: channel?.logoUrl ?? '',
  batchSize: channel?.batchSize ?? 100,
  accountFields: channel?.accountFields ?? [],
});

/** Makes or changes a channel, with the fields that its accounts have. */
export function ChannelEditor(props: { adapterId: string; channel?: Channel; onClose: () => void }) {
  const { adapterId, channel, onClose } = props;
  const t = useMessages();
  const [draft, setDraft] = useState(() => draftOf(channel));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useChange(
    (api, { channelId, logoUrl, ...rest }: Draft) => {
      const body = { ...rest, logoUrl: logoUrl === '' ? null : logoUrl };
      return channel
        ? api.call(updateChannel, { params: { channelId }, body })
        : api.call(createChannel, { body: { ...body, channelId, adapterId } });
    },
    ({ name }) => {
      onClose();
      return t.gateway.saved(name);
    },
    { showsFailure: true },
  );
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
    save.mutate(draft);
  };
  const error = save.error ?? removal.error;
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
            loading={save.isPending}
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
