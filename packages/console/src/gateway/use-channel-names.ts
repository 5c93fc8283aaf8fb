import { listChannels } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useCall } from '../session/use-call.ts';

/** The name of a channel by its id; the id itself while names are being loaded, and of a deleted channel. */
export function useChannelNames(): (channelId: string) => string {
  const { data } = useCall(listChannels, {}, { staleMs: 60_000 });
  const names = useMemo(() => new Map(data?.channels.map(({ channelId, name }) => [channelId, name])), [data]);
  return (channelId) => names.get(channelId) ?? channelId;
}
