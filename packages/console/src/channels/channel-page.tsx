import { Alert, Anchor, Breadcrumbs, Button, Paper, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import type { ConnectionView } from '@pimento/contract';
import { IconBroadcastOff, IconClockExclamation, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { SubmissionList } from '../submissions/submission-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AccountForm } from './accounts/account-form.tsx';
import { AccountsPanel } from './accounts/accounts-panel.tsx';
import { isSilent, useAdapterCall } from '../connections/adapter-call.ts';
import { AutomaticPanel } from './automatic/automatic-panel.tsx';
import { ChannelProducts } from './products/channel-products.tsx';
import { channelTabs } from './channel-search.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { StateBar } from '../connections/state-bar.tsx';
import { productTotal, useConnection } from '../connections/use-connections.ts';

export function ChannelPage() {
  const t = useMessages();
  const calls = useAdapterCall();
  const { canWrite } = useWork();
  const { channelId } = useParams({ from: '/shell/channels/$channelId' });
  const connection = useConnection(channelId);
  const { connect: connecting = false, ...search } = useSearch({ from: '/shell/channels/$channelId' });
  const navigate = useNavigate();
  const setConnecting = (connect: boolean) =>
    void navigate({
      to: '/channels/$channelId',
      params: { channelId },
      search: connect ? { ...search, connect } : search,
      replace: true,
    });
  const [leaving, setLeaving] = useState(false);
  if (connection.error instanceof ProblemError && connection.error.code === 'unknown-channel')
    return (
      <EmptyState icon={IconBroadcastOff} title={t.channels.unknown} text={t.channels.unknownText(channelId)}>
        <Button component={Link} to="/channels">
          {t.channels.title}
        </Button>
      </EmptyState>
    );
  const channel = connection.data;
  return (
    <Page
      title={channel?.name ?? channelId}
      subtitle={
        <Breadcrumbs separatorMargin={6} fz="sm" mt={4}>
          <Anchor component={Link} to="/channels" size="sm">
            {t.channels.title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {channel ? calls.last(channel) : channelId}
          </Text>
        </Breadcrumbs>
      }
      actions={
        canWrite &&
        channel?.connected && (
          <>
            <Button
              variant="default"
              leftSection={<IconPlugConnectedX size={16} aria-hidden />}
              onClick={() => setLeaving(true)}
            >
              {t.channels.leave}
            </Button>
            <Button leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={() => setConnecting(true)}>
              {t.channels.connect}
            </Button>
          </>
        )
      }
    >
      {connection.isPending && <Skeleton height={320} />}
      {connection.isError && <ProblemAlert error={connection.error} retry={connection.refetch} />}
      {channel && !channel.connected && (
        <Paper withBorder>
          <EmptyState
            icon={IconPlugConnected}
            title={t.channels.start(channel.name)}
            text={canWrite ? t.channels.startText : t.channels.viewerText}
          >
            {canWrite && <Button onClick={() => setConnecting(true)}>{t.channels.connect}</Button>}
          </EmptyState>
        </Paper>
      )}
      {channel?.connected && (
        <Stack gap="lg">
          {isSilent(channel) && (
            <Alert
              color="orange"
              variant="light"
              icon={<IconClockExclamation aria-hidden />}
              title={t.channels.silent(channel.name)}
            >
              {calls.warning(channel)}
            </Alert>
          )}
          {productTotal(channel) > 0 && (
            <Paper withBorder p="md">
              <StateBar channel={channel} />
            </Paper>
          )}
          <ChannelTabs channel={channel} />
        </Stack>
      )}
      {channel && connecting && canWrite && <AccountForm channel={channel} onClose={() => setConnecting(false)} />}
      {channel && leaving && <LeaveDialog channel={channel} onClose={() => setLeaving(false)} />}
    </Page>
  );
}

/** The parts of a connection; the address says which one is open. */
function ChannelTabs({ channel }: { channel: ConnectionView }) {
  const t = useMessages();
  const navigate = useNavigate();
  const { tab = 'accounts', state } = useSearch({ from: '/shell/channels/$channelId' });
  const { channelId } = channel;
  const names = {
    accounts: t.channels.accounts,
    products: t.channels.products,
    submissions: t.submissions.title,
    automatic: t.automatic.title,
  };
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        const chosen = channelTabs.find((one) => one === next);
        if (chosen)
          void navigate({ to: '/channels/$channelId', params: { channelId }, search: { tab: chosen }, replace: true });
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {channelTabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {names[one]}
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
