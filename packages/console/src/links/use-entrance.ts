import type { Client } from '@pimento/client';
import type { Session } from '@pimento/contract/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createApi } from '../session/api.ts';
import { sessionKey } from '../session/query-client.ts';

/** Sends a request that returns a session, then opens the console for the signed-in person. */
export function useEntrance<Input>(enter: (api: Client, input: Input) => Promise<Session>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (input: Input) => enter(createApi(undefined), input),
    onSuccess: async (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionKey, session);
      await navigate({ to: '/', replace: true });
    },
  });
}
