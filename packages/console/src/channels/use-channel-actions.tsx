import type { SpotlightActionData } from '@mantine/spotlight';
import { IconBroadcast } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useConnections } from './use-connections.ts';

/** Channels whose name or id holds a text, for the command palette. */
export function useChannelActions(text: string, isWanted: boolean): SpotlightActionData[] {
  const navigate = useNavigate();
  const { data } = useConnections(isWanted);
  const found = (data ?? []).filter(({ name, channelId }) =>
    `${name} ${channelId}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (isWanted ? found : []).slice(0, 6).map(({ channelId, name }) => ({
    id: `channel ${channelId}`,
    label: name,
    description: channelId,
    leftSection: <IconBroadcast size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/channels/$channelId', params: { channelId } }),
  }));
}
