import { Tabs } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { SubmissionList } from '../submissions/submission-list.tsx';
import { AccountsPanel } from './accounts/accounts-panel.tsx';
import { AutomaticPanel } from './automatic/automatic-panel.tsx';
import { channelTabs } from './channel-search.ts';
import { ChannelProducts } from './products/channel-products.tsx';

/** The tabs of a connection; the open tab is part of the URL. */
export function ChannelTabs({ channel }: { channel: ConnectionView }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { tab = 'accounts', state } = useSearch({ from: '/shell/channels/$channelId' });
  const { channelId } = channel;
  const labels = {
    accounts: t.channels.accounts,
    products: t.channels.products,
    submissions: t.submissions.title,
    automatic: t.automatic.title,
  };
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        const opened = channelTabs.find((one) => one === next);
        if (opened)
          void navigate({ to: '/channels/$channelId', params: { channelId }, search: { tab: opened }, replace: true });
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {channelTabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {labels[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="accounts">
        <AccountsPanel channel={channel} />
      </Tabs.Panel>
      <Tabs.Panel value="products">
        <ChannelProducts channel={channel} state={state} />
      </Tabs.Panel>
      <Tabs.Panel value="submissions">
        <SubmissionList search={{ channelId }} hideChannel />
      </Tabs.Panel>
      <Tabs.Panel value="automatic">
        <AutomaticPanel channel={channel} />
      </Tabs.Panel>
    </Tabs>
  );
}
