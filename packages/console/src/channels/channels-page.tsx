import type { ConnectionView } from '@pimento/contract';
import { IconBroadcast } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AccountForm } from './accounts/account-form.tsx';
import { ChannelRow } from './channel-row.tsx';
import layout from '../ui/layout.module.css';
import { useConnections } from '../connections/use-connections.ts';

/** The channels of the installation, connected channels first. */
export function ChannelsPage() {
  const t = useMessages();
  const { canWrite } = useWork();
  const channels = useConnections();
  const [connecting, setConnecting] = useState<ConnectionView>();
  const all = (channels.data ?? []).toSorted(
    (a, b) => Number(b.connected) - Number(a.connected) || a.name.localeCompare(b.name),
  );
  return (
    <Page title={t.channels.title} subtitle={t.channels.subtitle}>
      {channels.isPending && <ListSkeleton rows={4} />}
      {channels.isError && <ProblemAlert error={channels.error} retry={channels.refetch} />}
      {channels.isSuccess && all.length === 0 && (
        <EmptyState icon={IconBroadcast} title={t.channels.none} text={t.channels.noneText}>
          <ChannelCurlLine />
        </EmptyState>
      )}
      <ul className={layout.list}>
        {all.map((channel) => (
          <ChannelRow
            key={channel.channelId}
            channel={channel}
            onConnect={canWrite ? () => setConnecting(channel) : undefined}
          />
        ))}
      </ul>
      {connecting && <AccountForm channel={connecting} onClose={() => setConnecting(undefined)} />}
    </Page>
  );
}

/** The shell commands that an operator runs to create a channel. */
function ChannelCurlLine() {
  const t = useMessages();
  const head = '-H "Authorization: Bearer <operator key>" -H "Content-Type: application/json"';
  const text = `curl ${location.origin}/console/adapters ${head} \\
  -d '{"adapterId": "my-adapter", "name": "My adapter"}'
curl ${location.origin}/console/channels ${head} \\
  -d '{"channelId": "my-shop", "adapterId": "my-adapter", "name": "My shop", "accountFields": [{"id": "apiToken", "name": "API token", "type": "password"}]}'`;
  return <CopyLine text={text} label={t.common.command} />;
}
