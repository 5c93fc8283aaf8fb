import { getSession, type Session } from '@pimento/contract/wire';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { endedKey, isSignedOut, queryClient, sessionKey } from './query-client.ts';
import { createApi } from './api.ts';

/** Reads the session. If the session has ended, returns its last known state and records the end. */
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

/** Prepares the cache for a session. Removes the data of a different user. If the same user has signed in again, refetches all data. */
export function startSession(session: Session): void {
  const before = queryClient.getQueryData<Session | null>(sessionKey);
  const hasEnded = queryClient.getQueryData(endedKey) === true;
  queryClient.setQueryData(endedKey, false);
  const isOther = before && before.personId !== session.personId;
  const ofClients = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session' };
  if (isOther) queryClient.removeQueries(ofClients);
  else if (hasEnded) void queryClient.invalidateQueries(ofClients);
}

/** Returns the session of the signed-in user, or null if the user is not signed in. */
export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: 60_000,
    // The user may have signed out or in again in another tab.
    refetchOnWindowFocus: 'always',
  });
}

/** Returns true if the session has ended while this page was open. */
export function useHasEnded(): boolean {
  const ended = useQuery({ queryKey: endedKey, queryFn: () => false, enabled: false, initialData: false });
  return ended.data;
}
