import { Skeleton, Tabs } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { SubmissionList } from '../submissions/submission-list.tsx';
import type { ReadinessFilter } from '../readiness/readiness-types.ts';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { without } from '../ui/search-texts.ts';
import { TabList } from '../ui/tabs/tab-list.tsx';
import { AccountsPanel } from './accounts/accounts-panel.tsx';
import { AutomaticPanel } from './automatic/automatic-panel.tsx';
import { type ChannelSearch, channelTabs } from './channel-search.ts';
import { NotConnected } from './not-connected.tsx';
import { ChannelProducts } from './products/channel-products.tsx';

const StandardPanel = lazyPart(async () => (await import('../standards/standard-panel.tsx')).StandardPanel);
const ReadinessPanel = lazyPart(async () => (await import('../readiness/board/readiness-panel.tsx')).ReadinessPanel);
const MappingPanel = lazyPart(async () => (await import('../mapping/mapping-panel.tsx')).MappingPanel);

/** The tabs that are shown before the client connects to the channel. */
const tabsBefore = channelTabs.filter((tab) => tab === 'accounts' || tab === 'standard' || tab === 'mapping');

const readinessFilter = ({ outcome, target, code, category }: ReadinessFilter) => ({ outcome, target, code, category });

/** The tabs of a channel. The open tab is part of the URL. */
export function ChannelTabs({ channel, onConnect }: { channel: ConnectionView; onConnect: () => void }) {
  const t = useMessages();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/channels/$channelId' });
  const { channelId, connected, name } = channel;
  const tabs = connected ? channelTabs : tabsBefore;
  const tab = tabs.find((one) => one === search.tab) ?? 'accounts';
  const show = (next: ChannelSearch) =>
    void navigate({ to: '/channels/$channelId', params: { channelId }, search: next, replace: true });
  const labels = {
    accounts: t.channels.accounts,
    products: t.channels.products,
    readiness: t.channels.readiness,
    submissions: t.submissions.title,
    automatic: t.automatic.title,
    standard: t.channels.standard,
    mapping: t.channels.mapping,
  };
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        const opened = tabs.find((one) => one === next);
        if (opened) show({ tab: opened });
      }}
      keepMounted={false}
    >
      <TabList active={tab} mb="md">
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {labels[one]}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value="accounts">
        {connected ? <AccountsPanel channel={channel} /> : <NotConnected name={name} onConnect={onConnect} />}
      </Tabs.Panel>
      <Tabs.Panel value="products">
        <ChannelProducts channel={channel} state={search.state} filter={search} />
      </Tabs.Panel>
      <Tabs.Panel value="submissions">
        <SubmissionList search={{ channelId }} hideChannel />
      </Tabs.Panel>
      <Tabs.Panel value="automatic">
        <AutomaticPanel channel={channel} />
      </Tabs.Panel>
      <Suspense fallback={<Skeleton height={320} />}>
        <Tabs.Panel value="readiness">
          <ReadinessPanel
            channel={channel}
            filter={search}
            onFilter={(filter) => show(without<ChannelSearch>({ tab: 'readiness', ...readinessFilter(filter) }))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="standard">
          <StandardPanel
            channelId={channelId}
            part={search.part ?? 'attributes'}
            onPart={(part) => show({ tab: 'standard', part })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="mapping">
          <MappingPanel
            channel={channel}
            place={search}
            onPlace={({ view, target }) => show(without<ChannelSearch>({ tab: 'mapping', view, target }))}
          />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}
