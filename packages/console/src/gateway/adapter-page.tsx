import { Anchor, Breadcrumbs, Button, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { type Adapter, getAdapter, listAdapterStreams } from '@pimento/contract/wire';
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useTab } from '../ui/use-tab.ts';
import { TabList } from '../ui/tabs/tab-list.tsx';
import { AdapterActions } from './adapter-actions.tsx';
import { AdapterKeys } from './adapter-keys.tsx';
import { ChannelList } from './channel-list.tsx';
import { EventList } from './event-list.tsx';
import { PurgedEvents } from './purged-events.tsx';
import { StreamStats } from './stream-stats.tsx';

const pollMs = 5000;

/** The page of one adapter for operators, with its stream, events, channels and keys. */
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
  const record = useCall(getAdapter, { params: { adapterId } });
  const streams = useCall(listAdapterStreams, {}, { refetchMs: pollMs });
  const adapter = record.data;
  const stream = streams.data?.streams.find((one) => one.adapterId === adapterId);
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
      <Settled>
        {record.isError && <ProblemAlert error={record.error} retry={record.refetch} />}
        {record.isPending && <Skeleton height={300} />}
        {adapter && (
          <Stack gap="lg">
            <StreamStats stream={stream} />
            <PurgedEvents stream={stream} />
            <AdapterTabs adapter={adapter} />
          </Stack>
        )}
      </Settled>
    </Page>
  );
}

function AdapterTabs({ adapter }: { adapter: Adapter }) {
  const t = useMessages();
  const tabs = useTab(['events', 'channels', 'keys']);
  return (
    <Tabs {...tabs}>
      <TabList active={tabs.value} mb="lg">
        <Tabs.Tab value="events">{t.gateway.events}</Tabs.Tab>
        <Tabs.Tab value="channels">{t.gateway.channels}</Tabs.Tab>
        <Tabs.Tab value="keys">{t.gateway.keys}</Tabs.Tab>
      </TabList>
      <Tabs.Panel value="events">
        <EventList adapter={adapter} />
      </Tabs.Panel>
      <Tabs.Panel value="channels">
        <ChannelList adapterId={adapter.adapterId} />
      </Tabs.Panel>
      <Tabs.Panel value="keys">
        <AdapterKeys adapterId={adapter.adapterId} />
      </Tabs.Panel>
    </Tabs>
  );
}
