import { ActionIcon, Badge, Button, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { type Event, replayEvent } from '@pimento/contract/wire';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { CopyLine } from '../ui/curl-line.tsx';
import { useChannelNames } from './use-channel-names.ts';

const columns = 6;

/** One event. Shows its payload on request. */
export function EventRow({ adapterId, event }: { adapterId: string; event: Event }) {
  const t = useMessages();
  const formats = useFormats();
  const { session } = useWork();
  const channelName = useChannelNames();
  const [isOpen, setOpen] = useState(false);
  const { eventId, clientId, channelId, eventType, acknowledged } = event;
  const replay = useChange(
    (api, _input: void) => api.call(replayEvent, { params: { adapterId, eventId } }),
    () => t.gateway.replayed,
  );
  return (
    <>
      <Table.Tr>
        <Table.Td className="number" style={{ whiteSpace: 'nowrap' }}>
          {formats.moment(event.created)}
        </Table.Td>
        <Table.Td>{t.gateway.types[eventType]}</Table.Td>
        <Table.Td>{session.clients.find((client) => client.clientId === clientId)?.name ?? clientId}</Table.Td>
        <Table.Td>{channelName(channelId)}</Table.Td>
        <Table.Td>
          <Badge color={acknowledged ? 'gray' : 'blue'}>
            {acknowledged ? t.gateway.acknowledged : t.gateway.waiting}
          </Badge>
        </Table.Td>
        <Table.Td>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            {acknowledged && (
              <Tooltip label={t.gateway.replayHint} withArrow>
                <Button size="compact-sm" variant="subtle" loading={replay.isPending} onClick={() => replay.mutate()}>
                  {t.gateway.replay}
                </Button>
              </Tooltip>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              aria-label={t.gateway.showPayload(eventId)}
              onClick={() => setOpen((before) => !before)}
            >
              {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            </ActionIcon>
          </Group>
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={columns}>
            <Stack gap={6} py={4}>
              <Text size="xs" c="dimmed">
                {eventType} · <code>{eventId}</code>
              </Text>
              <CopyLine text={JSON.stringify(event.data, null, 2)} label={t.gateway.payload} />
            </Stack>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
