import { Button, Drawer, Stack, Tooltip } from '@mantine/core';
import type { Channel } from '@pimento/contract';
import type { FormEvent } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { FailedAction } from '../ui/failed-action.tsx';
import { EditorActions } from '../ui/dialog.tsx';
import { EditConflictAlert } from '../ui/edit-conflict.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { ChannelFields } from './channel-fields.tsx';
import { useChannelEdit } from './use-channel-edit.ts';

/** Creates, changes or deletes a channel and the fields of its accounts. */
export function ChannelEditor(props: { adapterId: string; channel?: Channel; onClose: () => void }) {
  const { adapterId, channel, onClose } = props;
  const t = useMessages();
  const { edit, removal, error } = useChannelEdit({ adapterId, channel, onClose });
  const mayLeave = useUnsaved(edit.isDirty && !edit.isSuccess);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={560}
      title={channel ? t.gateway.editChannel(channel.name) : t.gateway.newChannel}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <FailedAction error={error} />
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          <ChannelFields draft={edit.draft} isNew={channel === undefined} onChange={edit.set} />
          <EditorActions
            onClose={close}
            submit={t.gateway.saveChannel}
            loading={edit.isPending}
            removal={
              channel && (
                <DeleteButton
                  isConnected={channel.connections > 0}
                  loading={removal.isPending}
                  onClick={() => removal.mutate(channel.channelId)}
                />
              )
            }
          />
        </Stack>
      </form>
    </Drawer>
  );
}

function DeleteButton(props: { isConnected: boolean; loading: boolean; onClick: () => void }) {
  const { isConnected, loading, onClick } = props;
  const t = useMessages();
  return (
    <Tooltip label={t.gateway.hasConnections} disabled={!isConnected} withArrow>
      <Button
        variant="subtle"
        color="red"
        {...(isConnected ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        loading={loading}
        onClick={() => !isConnected && onClick()}
      >
        {t.gateway.deleteChannel}
      </Button>
    </Tooltip>
  );
}
