import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import type { Adapter, AdapterStream } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { Backlog, PurgeTime } from './stream-facts.tsx';
import { isSilent } from './stream-health.ts';
import { useChannelNames } from './use-channel-names.ts';

/** One adapter in the list. `stream` is undefined while the stream is being loaded. */
export function AdapterRow({ adapter, stream }: { adapter: Adapter; stream: AdapterStream | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const channelName = useChannelNames();
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/gateway/${encodeURIComponent(adapter.adapterId)}`} size="sm" fw={500}>
          {adapter.name}
        </Anchor>
        <Text size="xs" ff="monospace" c="dimmed">
          {adapter.adapterId}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {adapter.channelIds.length === 0 && <Text c="dimmed">–</Text>}
          {adapter.channelIds.map((channelId) => (
            <Badge key={channelId}>{channelName(channelId)}</Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        {stream && (
          <Group gap={6} wrap="nowrap">
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {stream.lastCall === null ? t.gateway.never : formats.ago(stream.lastCall)}
            </Text>
            {isSilent(stream) && <Badge color="red">{t.gateway.silent}</Badge>}
          </Group>
        )}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {stream && <Backlog stream={stream} />}
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {stream?.oldestUnacknowledged ? formats.ago(stream.oldestUnacknowledged) : '–'}
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {stream && <PurgeTime stream={stream} />}
      </Table.Td>
    </Table.Tr>
  );
}
