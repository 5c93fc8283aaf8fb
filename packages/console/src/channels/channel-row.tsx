import { Anchor, Badge, Button, Paper, Stack, Text } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { IconClockExclamation, IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { isSilent, useAdapterCall } from '../connections/adapter-call.ts';
import { ChannelAvatar } from './channel-avatar.tsx';
import classes from './channels.module.css';
import { AccountBadge } from '../connections/state-badge.tsx';
import { StateBar } from '../connections/state-bar.tsx';
import { productTotal } from '../connections/use-connections.ts';

const ChannelOutcomes = lazyPart(
  async () => (await import('../readiness/outcome/channel-outcomes.tsx')).ChannelOutcomes,
);

/** One channel in the list: its accounts, the last call of its adapter, and its products by state. */
export function ChannelRow({ channel, onConnect }: { channel: ConnectionView; onConnect?: (() => void) | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const calls = useAdapterCall();
  const { connected, accounts, name, channelId } = channel;
  const facts: string[] = [
    ...(connected ? [t.channels.accountCount(formats.number(accounts.length), accounts.length)] : []),
    calls.last(channel),
  ];
  const notConnected = accounts.filter(({ state }) => state !== 'Connected');
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <div className={classes.head}>
          <ChannelAvatar name={name} off={!connected} />
          <div data-grow>
            <Anchor component={Link} to={`/channels/${encodeURIComponent(channelId)}`} fw={600} size="sm">
              {name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {facts.join(' · ')}
            </Text>
          </div>
          {notConnected.slice(0, 3).map((account) => (
            <AccountBadge key={account.accountId} state={account.state} name={account.name} />
          ))}
          {!connected && <Badge>{t.channels.notConnected}</Badge>}
          {onConnect && !connected && (
            <Button size="compact-sm" leftSection={<IconPlugConnected size={14} aria-hidden />} onClick={onConnect}>
              {t.channels.connect}
            </Button>
          )}
        </div>
        {connected && isSilent(channel) && (
          <Text size="sm" className={classes.warning}>
            <IconClockExclamation size={16} aria-hidden /> {t.channels.silent(name)}. {calls.warning(channel)}
          </Text>
        )}
        {productTotal(channel) > 0 && (
          <div>
            <Text size="xs" c="dimmed" mb={4} aria-hidden>
              {t.channels.status}
            </Text>
            <StateBar channel={channel} />
          </div>
        )}
        {connected && productTotal(channel) === 0 && (
          <Text size="sm" c="dimmed">
            {t.channels.noProducts}
          </Text>
        )}
        {connected && channel.rulesetNo !== undefined && channel.rulesetNo !== null && (
          <Suspense>
            <ChannelOutcomes channel={channel} />
          </Suspense>
        )}
      </Stack>
    </Paper>
  );
}
