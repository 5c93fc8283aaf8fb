import { listChannels } from '@pimento/contract';
import { useMemo } from 'react';
import { useCall } from '../session/use-call.ts';

/** What the channels of the installation are called; the id of one that is not known yet, or no longer. */
export function useChannelNames(): (channelId: string) => string {
  const { data } = useCall(listChannels, {}, { staleMs: 60_000 });
  const names = useMemo(() => new Map(data?.channels.map(({ channelId, name }) => [channelId, name])), [data]);
  return (channelId) => names.get(channelId) ?? channelId;
}
