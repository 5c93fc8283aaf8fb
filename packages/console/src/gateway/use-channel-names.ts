import { listChannels } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useCall } from '../session/use-call.ts';

/**
 * Returns a function that maps a channel id to the channel's name, or to the id itself while the names are being loaded or if the channel
 * was deleted.
 */
export function useChannelNames(): (channelId: string) => string {
  const { data } = useCall(listChannels, {}, { staleMs: 60_000 });
  const names = useMemo(() => new Map(data?.channels.map(({ channelId, name }) => [channelId, name])), [data]);
  return (channelId) => names.get(channelId) ?? channelId;
}
