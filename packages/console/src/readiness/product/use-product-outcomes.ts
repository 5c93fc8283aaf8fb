import { getProductReadiness, type ReadinessOutcome } from '@pimento/contract/wire';
import { useQueries } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';

/** Maximum number of channels on which a product is evaluated. Further channels are omitted. */
const maxChannels = 8;

/**
 * Returns the outcome of a product on each of the first channels, by channel id, or undefined until the first evaluation on each of them
 * has ended. Channels without an outcome, for example because no mapping is published, are omitted.
 */
export function useProductOutcomes(productId: string, channelIds: readonly string[]) {
  const { api, clientId } = useWork();
  return useQueries({
    queries: channelIds.slice(0, maxChannels).map((channelId) => {
      const input = { params: { channelId, productId } };
      return {
        // the same key as in `useCall`, so that the chosen channel is not evaluated again
        queryKey: callKey(clientId, getProductReadiness, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => api.call(getProductReadiness, { ...input, signal }),
      };
    }),
    combine(results): ReadonlyMap<string, ReadinessOutcome> | undefined {
      if (results.some(({ isPending }) => isPending)) return undefined;
      return new Map(results.flatMap(({ data }) => (data ? [[data.channelId, data.outcome] as const] : [])));
    },
  });
}
