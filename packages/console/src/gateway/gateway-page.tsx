import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core';
import { type Adapter, type AdapterStream, listAdapters, listAdapterStreams } from '@pimento/contract';
import { IconLock, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { AdapterDialog } from './adapter-dialog.tsx';
import { Backlog, isSilent, PurgeTime } from './stream-facts.tsx';
import { useChannelNames } from './use-channel-names.ts';

const pollMs = 10_000;

/** The adapters of the installation: whether they poll, and what waits for them. For operators. */
export function GatewayPage() {
  const t = useMessages();
  const { session } = useWork();
  return session.isOperator ? (
    <Adapters />
  ) : (
    <EmptyState icon={IconLock} title={t.gateway.notOperator} text={t.gateway.notOperatorText} />
  );
}

function Adapters() {
  const t = useMessages();
  const adapters = useCall(listAdapters, {});
  const streams = useCall(listAdapterStreams, {}, { refetchMs: pollMs });
  const [making, setMaking] = useState(false);
  const all = adapters.data?.adapters ?? [];
  const byAdapter = new Map(streams.data?.streams.map((stream) => [stream.adapterId, stream]));
  const error = adapters.error ?? streams.error;
  return (
    <Page
      title={t.gateway.title}
      subtitle={t.gateway.subtitle}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          {t.gateway.newAdapter}
        </Button>
      }
    >
      {adapters.isPending && <ListSkeleton rows={4} />}
      {error && <ProblemAlert error={error} retry={() => Promise.all([adapters.refetch(), streams.refetch()])} />}
      {adapters.isSuccess && all.length === 0 && (
        <EmptyState icon={IconPlugConnected} title={t.gateway.none} text={t.gateway.noneText}>
          <CopyLine
            label={t.common.command}
            text={`curl "${location.origin}/external/events?limit=100" -H "Authorization: Bearer <key>"`}
          />
        </EmptyState>
      )}
      {all.length > 0 && (
        <TableFrame
          label={t.gateway.title}
          minWidth={700}
          headings={[
            { label: t.gateway.adapter },
            { label: t.gateway.channels },
            { label: t.gateway.lastCall },
            { label: t.gateway.backlog, align: 'right' },
            { label: t.gateway.oldest, align: 'right' },
            { label: t.gateway.purge, align: 'right' },
          ]}
        >
          {all.map((adapter) => (
            <AdapterRow key={adapter.adapterId} adapter={adapter} stream={byAdapter.get(adapter.adapterId)} />
          ))}
        </TableFrame>
      )}
      {making && <AdapterDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}

function AdapterRow({ adapter, stream }: { adapter: Adapter; stream: AdapterStream | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const channelName = useChannelNames();
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/gateway/${encodeURIComponent(adapter.adapterId)}`} size="sm" fw={550}>
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
            <Badge key={channelId} variant="light" color="gray" tt="none">
              {channelName(channelId)}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        {stream && (
          <Group gap={6} wrap="nowrap">
            <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
              {stream.lastCall === null ? t.gateway.never : formats.ago(stream.lastCall)}
            </Text>
            {isSilent(stream) && (
              <Badge color="red" variant="light" tt="none">
                {t.gateway.silent}
              </Badge>
            )}
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
