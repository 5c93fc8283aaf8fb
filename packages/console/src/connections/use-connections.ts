import { type ConnectionView, getConnection, listConnections } from '@pimento/contract/wire';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';

const checkingMs = 1500;
const idleMs = 20_000;
/** The polling interval while the page of a connection is open. */
const openMs = 5_000;
/** Maximum time for which an account that is being checked is polled at the fast rate. */
const maxFastMs = 5 * 60_000;

const isChecking = ({ accounts }: ConnectionView) =>
  accounts.some(({ state, updated }) => state === 'Authenticating' && Date.now() - Date.parse(updated) < maxFastMs);

/** Returns all channels with the client's connection to each. Polls faster while an account is being checked. */
export function useConnections(enabled = true): UseQueryResult<ConnectionView[]> {
  const { api, clientId } = useWork();
  return useQuery({
    queryKey: callKey(clientId, listConnections),
    queryFn: async ({ signal }) => (await api.call(listConnections, { signal })).channels,
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isChecking) === true ? checkingMs : idleMs),
  });
}

/** Returns one channel with the client's connection to it. Polls faster while an account is being checked. */
export function useConnection(channelId: string): UseQueryResult<ConnectionView> {
  const { api, clientId } = useWork();
  return useQuery({
    queryKey: callKey(clientId, getConnection, channelId),
    queryFn: ({ signal }) => api.call(getConnection, { params: { channelId }, signal }),
    refetchInterval: ({ state }) => (state.data && isChecking(state.data) ? checkingMs : openMs),
    refetchOnWindowFocus: 'always',
  });
}

export const productTotal = ({ productCounts }: Pick<ConnectionView, 'productCounts'>): number =>
  Object.values(productCounts).reduce((sum, count) => sum + count, 0);
