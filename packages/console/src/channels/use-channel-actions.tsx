import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBroadcast, IconPlugConnected } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useConnections } from '../connections/use-connections.ts';

const most = 6;

/** Channels whose name or id holds a text, and connecting an account there, for the command palette. */
export function useChannelActions(text: string, isWanted: boolean): SpotlightActionData[] {
  const t = useMessages();
  const navigate = useNavigate();
  const { canWrite } = useWork();
  const { data } = useConnections(isWanted);
  if (!isWanted) return [];
  const holds = (words: string) => words.toLowerCase().includes(text.toLowerCase());
  const channels = (data ?? [])
    .filter(({ name, channelId }) => holds(`${name} ${channelId}`))
    .map(({ channelId, name }) => ({
      id: `channel ${channelId}`,
      label: name,
      description: channelId,
      leftSection: <IconBroadcast size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/channels/$channelId', params: { channelId } }),
    }));
  const connects = (canWrite ? (data ?? []) : [])
    .filter(({ name }) => holds(t.channels.connectTo(name)))
    .map(({ channelId, name }) => ({
      id: `connect ${channelId}`,
      label: t.channels.connectTo(name),
      leftSection: <IconPlugConnected size={18} aria-hidden />,
      onClick: () =>
        void navigate({ to: '/channels/$channelId', params: { channelId }, search: { connect: true as const } }),
    }));
  return [...channels.slice(0, most), ...connects.slice(0, most)];
}
