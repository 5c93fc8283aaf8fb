import { ProblemError } from '@pimento/client';
import { QueryClient } from '@tanstack/react-query';

/** The client retries what is worth it; what it gives up on is shown. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, throwOnError: false }, mutations: { retry: false } },
});

/** True where the session is over, so that only signing in again helps. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401 && error.code !== 'sign-in-failed';
