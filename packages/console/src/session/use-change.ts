import type { Client } from '@pimento/client';
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSignedOut } from './query-client.ts';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from '../ui/problem-text.ts';
import { useWork } from './session.tsx';
import { useHasEnded } from './use-session.ts';

/**
 * A write for the chosen client: afterwards everything that was read for it is read again.
 * @param done what to tell when it is done
 * @param showsFailure the caller shows a failure itself, beside what has to be mended; otherwise it is told in a notification
 */
export function useChange<Input, Answer>(
  change: (api: Client, input: Input) => Promise<Answer>,
  done?: (answer: Answer, input: Input) => string | undefined,
  { showsFailure = false }: { showsFailure?: boolean } = {},
): UseMutationResult<Answer, Error, Input> {
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const t = useMessages();
  const closeButtonProps = { 'aria-label': t.common.close };
  const hasEnded = useHasEnded();
  const mutation = useMutation<Answer, Error, Input>({
    mutationFn: (input) => change(api, input),
    onSuccess: (answer, input) => {
      const message = done?.(answer, input);
      if (message !== undefined) notifications.show({ message, color: 'olive', closeButtonProps });
      return queryClient.invalidateQueries({ queryKey: [clientId] });
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
  // whoever has signed in again is not signed out, whatever was said before
  useEffect(() => {
    if (!hasEnded && isSignedOut(mutation.error)) mutation.reset();
  }, [hasEnded]);
  return mutation;
}
