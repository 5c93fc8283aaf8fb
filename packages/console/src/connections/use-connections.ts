import { type ConnectionView, getConnection, listConnections } from '@pimento/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';

const checkingMs = 1500;
const restingMs = 20_000;
/** Of the one that somebody looks at. */
const watchedMs = 5_000;
/** An account that has waited longer will not be checked in the next seconds either. */
const patienceMs = 5 * 60_000;

const isChecking = ({ accounts }: ConnectionView) =>
  accounts.some(({ state, updated }) => state === 'Authenticating' && Date.now() - Date.parse(updated) < patienceMs);

/** The channels and how the client stands with each; asked again soon while an account is being checked. */
export function useConnections(enabled = true): UseQueryResult<ConnectionView[]> {
  const { api, clientId } = useWork();
  return useQuery({
    queryKey: callKey(clientId, listConnections),
    queryFn: async ({ signal }) => (await api.call(listConnections, { signal })).channels,
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isChecking) === true ? checkingMs : restingMs),
  });
}

/** One channel, as above. */
export function useConnection(channelId: string): UseQueryResult<ConnectionView> {
  const { api, clientId } = useWork();
  return useQuery({
    queryKey: callKey(clientId, getConnection, channelId),
    queryFn: ({ signal }) => api.call(getConnection, { params: { channelId }, signal }),
    refetchInterval: ({ state }) => (state.data && isChecking(state.data) ? checkingMs : watchedMs),
    refetchOnWindowFocus: 'always',
  });
}

export const productTotal = ({ productCounts }: Pick<ConnectionView, 'productCounts'>): number =>
  Object.values(productCounts).reduce((sum, count) => sum + count, 0);
