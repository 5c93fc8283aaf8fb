import { ProblemError } from '@pimento/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** Where it is kept who is signed in; null for nobody. */
export const sessionKey = ['session'];
/** Where it is kept that the session of this page has come to its end while somebody worked here. */
export const endedKey = ['session', 'ended'];

/** True where the session is over, so that only signing in again helps. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401 && error.code !== 'sign-in-failed';

/** What is on the screen stays: whoever was at work signs in again above it. */
function noteEnd(error: unknown): void {
  if (isSignedOut(error) && queryClient.getQueryData(sessionKey)) queryClient.setQueryData(endedKey, true);
}

/** Where a person may no longer read something, their roles are asked for again: the screen becomes that of their new role. */
function noteRefusal(error: unknown): void {
  noteEnd(error);
  if (error instanceof ProblemError && ['forbidden', 'unknown-client'].includes(error.code))
    void queryClient.invalidateQueries({ queryKey: sessionKey, exact: true });
}

/** The client retries what is worth it; what it gives up on is shown. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteEnd }),
  defaultOptions: { queries: { retry: false, staleTime: 15_000, throwOnError: false }, mutations: { retry: false } },
});
