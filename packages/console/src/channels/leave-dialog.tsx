import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { type ConnectionView, deleteConnection } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { productTotal } from '../connections/use-connections.ts';

/** Asks for confirmation before a connection is removed, and lists the consequences. */
export function LeaveDialog({ channel, onClose }: { channel: ConnectionView; onClose: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const { channelId, name, accounts } = channel;
  const leave = useChange(
    (api, _input: void) => api.call(deleteConnection, { params: { channelId } }),
    () => {
      onClose();
      void navigate({ to: '/channels' });
      return t.channels.left(name);
    },
  );
  const consequences = [
    ...(accounts.length > 0 ? [t.channels.leaveAccounts(accounts.map((account) => account.name).join(', '))] : []),
    ...(productTotal(channel) > 0 ? [t.channels.leaveProducts(formats.number(productTotal(channel)))] : []),
    t.channels.leaveRules,
    t.channels.leaveWaiting,
    t.channels.leaveTold,
    t.channels.leaveLog,
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.channels.leaveTitle(name)}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <Stack>
        <Text size="sm" fw={500}>
          {t.channels.leaveText}
        </Text>
        <List size="sm" spacing={6}>
          {consequences.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t.channels.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
