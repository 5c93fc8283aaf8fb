import { Alert, Anchor, Breadcrumbs, Button, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import type { ConnectionView } from '@pimento/contract';
import { IconBroadcastOff, IconClockExclamation, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isSilent, useAdapterCall } from '../connections/adapter-call.ts';
import { StateBar } from '../connections/state-bar.tsx';
import { productTotal, useConnection } from '../connections/use-connections.ts';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AccountForm } from './accounts/account-form.tsx';
import { ChannelTabs } from './channel-tabs.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

/** The page of one channel, with the client's connection or a button to connect. */
export function ChannelPage() {
  const t = useMessages();
  const calls = useAdapterCall();
  const { canWrite } = useWork();
  const { channelId } = useParams({ from: '/shell/channels/$channelId' });
  const connection = useConnection(channelId);
  const [isConnecting, setConnecting] = useConnectForm(channelId);
  const [isLeaving, setLeaving] = useState(false);
  if (connection.error instanceof ProblemError && connection.error.code === 'unknown-channel')
    return <UnknownChannel channelId={channelId} />;
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
      {channel && <Connection channel={channel} onConnect={() => setConnecting(true)} />}
      {channel && isConnecting && canWrite && <AccountForm channel={channel} onClose={() => setConnecting(false)} />}
      {channel && isLeaving && <LeaveDialog channel={channel} onClose={() => setLeaving(false)} />}
    </Page>
  );
}

/** Returns whether the form for a new account is open, and a setter. The state is part of the URL. */
function useConnectForm(channelId: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const navigate = useNavigate();
  const { connect = false, ...search } = useSearch({ from: '/shell/channels/$channelId' });
  const setOpen = (isOpen: boolean) =>
    void navigate({
      to: '/channels/$channelId',
      params: { channelId },
      search: isOpen ? { ...search, connect: isOpen } : search,
      replace: true,
    });
  return [connect, setOpen];
}

function Connection({ channel, onConnect }: { channel: ConnectionView; onConnect: () => void }) {
  const t = useMessages();
  const calls = useAdapterCall();
  return (
    <Stack gap="lg">
      {channel.connected && isSilent(channel) && (
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
      <ChannelTabs channel={channel} onConnect={onConnect} />
    </Stack>
  );
}

function UnknownChannel({ channelId }: { channelId: string }) {
  const t = useMessages();
  return (
    <EmptyState icon={IconBroadcastOff} title={t.channels.unknown} text={t.channels.unknownText(channelId)}>
      <Button component={Link} to="/channels">
        {t.channels.title}
      </Button>
    </EmptyState>
  );
}
