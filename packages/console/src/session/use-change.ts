import type { Client } from '@pimento/client';
import { notifications } from '@mantine/notifications';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMessages } from '../i18n/language.tsx';
import { problemText } from '../ui/problem-text.ts';
import { useWork } from './session.tsx';

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
  return useMutation<Answer, Error, Input>({
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
}
