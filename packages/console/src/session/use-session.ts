import { getSession, type Session } from '@pimento/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { isSignedOut } from '../app/query-client.ts';
import { createApi } from './api.ts';

export const sessionKey = ['session'];

/** Who is signed in; null for nobody. */
export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      try {
        return await createApi(undefined).call(getSession, { signal });
      } catch (error) {
        if (isSignedOut(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
}
