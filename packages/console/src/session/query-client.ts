import { ProblemError } from '@pimento/client';
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';

/** The query key of the session. The session is null if the user is not signed in. */
export const sessionKey = ['session'];
/** The query key of a flag that is true if the session has ended while this page was open. */
export const endedKey = ['session', 'ended'];

/** Returns true if a request failed because the user is not signed in, for example because the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401 && error.code !== 'sign-in-failed';

/** Records the end of the session. The screen stays open, and the user signs in again in a dialog above it. */
function recordEnd(error: unknown): void {
  if (isSignedOut(error) && queryClient.getQueryData(sessionKey)) queryClient.setQueryData(endedKey, true);
}

/**
 * Records the end of the session if the error reports it. If access was denied, fetches the session again, because the role of the user may
 * have changed.
 */
function handleFailure(error: unknown): void {
  recordEnd(error);
  if (error instanceof ProblemError && ['forbidden', 'unknown-client', 'second-factor-needed'].includes(error.code))
    void queryClient.invalidateQueries({ queryKey: sessionKey, exact: true });
}

/** Queries and mutations do not retry, because the API client retries and passes on only the final error. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleFailure }),
  mutationCache: new MutationCache({ onError: handleFailure }),
  defaultOptions: { queries: { retry: false, staleTime: 15_000, throwOnError: false }, mutations: { retry: false } },
});

const hasOwnRefresh = ({ meta }: Query) => meta?.['hasOwnRefresh'] === true;

/**
 * Fetches all visible data of a client again. Data with its own refresh (`basedOn` of `useCall`) is only marked as outdated, so that it is
 * fetched again when it is next opened.
 */
export function refreshClient(cache: QueryClient, clientId: string): Promise<void> {
  const queryKey = [clientId];
  void cache.invalidateQueries({ queryKey, predicate: hasOwnRefresh, refetchType: 'none' });
  return cache.invalidateQueries({ queryKey, predicate: (query) => !hasOwnRefresh(query) });
}
