import type { Client } from '@pimento/client';
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isSignedOut, refreshClient } from './query-client.ts';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from '../ui/problem-text.ts';
import { useWork } from './session.tsx';
import { useHasEnded } from './use-session.ts';

/**
 * The maximum time in milliseconds that `refreshesFirst` waits for new data. Fetching usually takes less time, and a user can wait this
 * long.
 */
const maxRefreshMs = 3000;

/**
 * Sends a request that changes data of the chosen client. After success, all visible data of the client is fetched again, except responses
 * that are based on a revision (`basedOn` of `useCall`).
 * @param done returns the notification to show after success, or undefined for none
 * @param refreshesFirst true to call `done` only after all visible data was fetched again, or after `maxRefreshMs`, so that no form opens
 * with outdated values
 * @param showsFailure true if the caller shows a failure next to the input that must be fixed. Otherwise, a notification shows it
 */
export function useChange<Input, Answer>(
  change: (api: Client, input: Input) => Promise<Answer>,
  done?: (answer: Answer, input: Input) => string | undefined,
  { showsFailure = false, refreshesFirst = false }: { showsFailure?: boolean; refreshesFirst?: boolean } = {},
): UseMutationResult<Answer, Error, Input> {
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const t = useMessages();
  const closeButtonProps = { 'aria-label': t.common.close };
  const hasEnded = useHasEnded();
  const mutation = useMutation<Answer, Error, Input>({
    mutationFn: (input) => change(api, input),
    onSuccess: async (answer, input) => {
      const refresh = () => refreshClient(queryClient, clientId);
      if (refreshesFirst) await Promise.race([refresh(), wait(maxRefreshMs)]);
      const message = done?.(answer, input);
      if (message !== undefined) notifications.show({ message, color: 'green', closeButtonProps });
      if (!refreshesFirst) await refresh();
    },
    onError: (error) => {
      if (showsFailure) return;
      notifications.show({
        title: t.problem.title,
        message: problemText(t, error),
        color: 'red',
        autoClose: 8000,
        closeButtonProps,
      });
    },
  });
  const resetSignedOut = useEffectEvent(() => {
    if (isSignedOut(mutation.error)) mutation.reset();
  });
  // After the user has signed in again, the error "you are signed out" is no longer true, so it is cleared.
  useEffect(() => {
    if (!hasEnded) resetSignedOut();
  }, [hasEnded]);
  return mutation;
}

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
