import { getSession, type Session } from '@pimento/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { endedKey, isSignedOut, queryClient, sessionKey } from './query-client.ts';
import { createApi } from './api.ts';

/** The session that this page works with; one that has ended stays, with a note that it has. */
async function readSession(signal: AbortSignal): Promise<Session | null> {
  const known = queryClient.getQueryData<Session | null>(sessionKey);
  try {
    const session = await createApi(undefined).call(getSession, { signal });
    startSession(session);
    return session;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    if (known) queryClient.setQueryData(endedKey, true);
    return known ?? null;
  }
}

/** Goes on with a session. What was read for another person is forgotten; what failed since the last one ended is read again. */
export function startSession(session: Session): void {
  const before = queryClient.getQueryData<Session | null>(sessionKey);
  const hasEnded = queryClient.getQueryData(endedKey) === true;
  queryClient.setQueryData(endedKey, false);
  const isOther = before && before.personId !== session.personId;
  const ofClients = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session' };
  if (isOther) queryClient.removeQueries(ofClients);
  else if (hasEnded) void queryClient.invalidateQueries(ofClients);
}

/** Who is signed in; null for nobody. */
export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
    // in another tab somebody may have signed out, or in again
    refetchOnWindowFocus: 'always',
  });
}

/** Whether the session has ended while somebody worked here. */
export function useHasEnded(): boolean {
  const ended = useQuery({ queryKey: endedKey, queryFn: () => false, enabled: false, initialData: false });
  return ended.data;
}
