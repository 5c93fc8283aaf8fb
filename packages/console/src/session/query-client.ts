import { ProblemError } from '@pimento/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** The cached session; null if no one is signed in. */
export const sessionKey = ['session'];
/** Whether the session has ended while this page was open. */
export const endedKey = ['session', 'ended'];

/** True if the session has ended, so that the person must sign in again. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401 && error.code !== 'sign-in-failed';

/** The screen stays as it is; the person signs in again in a dialog above it. */
function recordEnd(error: unknown): void {
  if (isSignedOut(error) && queryClient.getQueryData(sessionKey)) queryClient.setQueryData(endedKey, true);
}

/** Fetches the roles again if the person may no longer read something, so that the screen adapts to the new role. */
function handleFailure(error: unknown): void {
  recordEnd(error);
  if (error instanceof ProblemError && ['forbidden', 'unknown-client'].includes(error.code))
    void queryClient.invalidateQueries({ queryKey: sessionKey, exact: true });
}

/** The API client does the retries, so that queries do none and show its final error. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleFailure }),
  mutationCache: new MutationCache({ onError: recordEnd }),
  defaultOptions: { queries: { retry: false, staleTime: 15_000, throwOnError: false }, mutations: { retry: false } },
});
