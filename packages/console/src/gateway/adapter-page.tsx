import { Anchor, Breadcrumbs, Button, Group, Paper, Skeleton, Stack, Tabs, Text, Tooltip } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { type Adapter, type AdapterStream, deleteAdapter, getAdapter, listAdapterStreams } from '@pimento/contract';
import { IconLock, IconPencil, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useTab } from '../ui/use-tab.ts';
import { AdapterDialog } from './adapter-dialog.tsx';
import { AdapterKeys } from './adapter-keys.tsx';
import { ChannelList } from './channel-list.tsx';
import { EventList } from './event-list.tsx';
import { Backlog, isSilent, PurgeTime } from './stream-facts.tsx';

const pollMs = 5000;

/** One adapter: how it keeps up, its channels, keys and events. For operators. */
export function AdapterPage() {
  const t = useMessages();
  const { session } = useWork();
  const { adapterId } = useParams({ from: '/shell/gateway/$adapterId' });
  if (!session.isOperator)
    return <EmptyState icon={IconLock} title={t.gateway.notOperator} text={t.gateway.notOperatorText} />;
  return <AdapterScreen key={adapterId} adapterId={adapterId} />;
}

function AdapterScreen({ adapterId }: { adapterId: string }) {
  const t = useMessages();
  const tabs = useTab(['events', 'channels', 'keys']);
  const record = useCall(getAdapter, { params: { adapterId } });
  const streams = useCall(listAdapterStreams, {}, { refetchMs: pollMs });
  const stream = streams.data?.streams.find((one) => one.adapterId === adapterId);
  const adapter = record.data;
  if (record.error instanceof ProblemError && record.error.code === 'unknown-adapter')
    return (
      <EmptyState icon={IconPlugConnectedX} title={t.notFound.title} text={t.notFound.text}>
        <Button component={Link} to="/gateway">
          {t.gateway.title}
        </Button>
      </EmptyState>
    );
  return (
    <Page
      title={adapter?.name ?? adapterId}
      subtitle={
        <Breadcrumbs separatorMargin={6} fz="sm" mt={4}>
          <Anchor component={Link} to="/gateway" size="sm">
            {t.gateway.title}
          </Anchor>
          <Text size="sm" ff="monospace" c="dimmed">
            {adapterId}
          </Text>
        </Breadcrumbs>
      }
      actions={adapter && <AdapterActions adapter={adapter} />}
    >
      {record.isError && <ProblemAlert error={record.error} retry={record.refetch} />}
      {record.isPending && <Skeleton height={300} />}
      {adapter && (
        <Stack gap="lg">
          <StreamStats stream={stream} />
          <Tabs {...tabs}>
            <Tabs.List mb="lg">
              <Tabs.Tab value="events">{t.gateway.events}</Tabs.Tab>
              <Tabs.Tab value="channels">{t.gateway.channels}</Tabs.Tab>
              <Tabs.Tab value="keys">{t.gateway.keys}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="events">
              <EventList adapter={adapter} />
            </Tabs.Panel>
            <Tabs.Panel value="channels">
              <ChannelList adapterId={adapterId} />
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <AdapterKeys adapterId={adapterId} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Page>
  );
}

function StreamStats({ stream }: { stream: AdapterStream | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const ago = (at: string | null, none: string) => (at === null ? none : formats.ago(at));
  const facts: { label: string; value: ReactNode; isBad?: boolean; hint?: string }[] = stream
    ? [
        {
          label: t.gateway.lastCall,
          value: ago(stream.lastCall, t.gateway.never),
          isBad: isSilent(stream),
          hint: t.gateway.lastCallHint,
        },
        { label: t.gateway.backlog, value: <Backlog stream={stream} /> },
        { label: t.gateway.oldest, value: ago(stream.oldestUnacknowledged, '–') },
        { label: t.gateway.purge, value: <PurgeTime stream={stream} /> },
      ]
    : [t.gateway.lastCall, t.gateway.backlog, t.gateway.oldest, t.gateway.purge].map((label) => ({
        label,
        value: <Skeleton height={30} width={90} />,
      }));
  return (
    <dl className={layout.stats} style={{ margin: 0 }}>
      {facts.map(({ label, value, isBad, hint }) => (
        <Paper key={label} withBorder className={layout.stat} data-bad={isBad || undefined} title={hint}>
          <dt>{label}</dt>
          <dd style={{ fontSize: 20 }}>{value}</dd>
        </Paper>
      ))}
    </dl>
  );
}

function AdapterActions({ adapter }: { adapter: Adapter }) {
  const t = useMessages();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const isHeld = adapter.channelIds.length > 0;
  const removal = useChange(
    (api, adapterId: string) => api.call(deleteAdapter, { params: { adapterId } }),
    () => {
      close();
      void navigate({ to: '/gateway' });
      return t.gateway.deleted(adapter.name);
    },
  );
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
        {t.gateway.rename}
      </Button>
      <Tooltip label={t.gateway.servesChannels} disabled={!isHeld} withArrow>
        <Button
          variant="default"
          {...(isHeld ? { 'data-disabled': true, 'aria-disabled': true } : { c: 'red' })}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => !isHeld && setDialog('delete')}
        >
          {t.gateway.deleteAdapter}
        </Button>
      </Tooltip>
      {dialog === 'rename' && <AdapterDialog adapter={adapter} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t.gateway.deleteAdapterTitle(adapter.name)}
          text={t.gateway.deleteAdapterText}
          confirm={t.gateway.deleteAdapter}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(adapter.adapterId)}
          onClose={close}
        />
      )}
    </Group>
  );
}
