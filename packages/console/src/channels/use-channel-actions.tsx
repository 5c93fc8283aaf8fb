import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBroadcast, IconPlugConnected } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useConnections } from '../connections/use-connections.ts';

const maxHits = 6;

/** Returns the palette entries that match a search text. These are channels, and actions that connect an account. */
export function useChannelActions(text: string, enabled: boolean): SpotlightActionData[] {
  const t = useMessages();
  const navigate = useNavigate();
  const { canWrite } = useWork();
  const { data } = useConnections(enabled);
  if (!enabled) return [];
  const contains = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const channels = (data ?? [])
    .filter(({ name, channelId }) => contains(`${name} ${channelId}`))
    .map(({ channelId, name }) => ({
      id: `channel ${channelId}`,
      label: name,
      description: channelId,
      leftSection: <IconBroadcast size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/channels/$channelId', params: { channelId } }),
    }));
  const connects = (canWrite ? (data ?? []) : [])
    .filter(({ name }) => contains(t.channels.connectTo(name)))
    .map(({ channelId, name }) => ({
      id: `connect ${channelId}`,
      label: t.channels.connectTo(name),
      leftSection: <IconPlugConnected size={18} aria-hidden />,
      onClick: () =>
        void navigate({ to: '/channels/$channelId', params: { channelId }, search: { connect: true as const } }),
    }));
  return [...channels.slice(0, maxHits), ...connects.slice(0, maxHits)];
}
