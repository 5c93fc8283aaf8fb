import { type SubmitAnswer, submitProducts } from '@pimento/contract/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { readRecount } from '../product-query/count-differs.ts';
import { useWork } from '../session/session.tsx';
import { choiceBody, type SubmitChoice } from './submit-choice.ts';
import { ruleMembers, type SubmitRules } from './submit-rules.ts';
import type { SubmitTarget } from './submit-targets.ts';

interface SubmitRequest {
  target: SubmitTarget;
  comment: string;
  rules: SubmitRules;
}

/**
 * Submits the chosen products. If all products of a list are chosen and their number differs from the displayed number, nothing is
 * submitted. `shown.count` is then the new number and `shown.before` the old number. Closing the dialog while ids are being collected
 * cancels the submit. Once all ids are collected, `isSending` is true and the dialog must stay open.
 * @param options.count undefined while the products are being counted
 */
export function useSubmit(options: {
  choice: SubmitChoice;
  count: number | undefined;
  onSent?: (() => void) | undefined;
}) {
  const { choice, count, onSent } = options;
  const t = useMessages();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  // Stored as state, because the selection is cleared after the submit and the title must still show the number.
  const [shown, setShown] = useState<{ count: number | undefined; before?: number | undefined }>({ count });
  const [isSending, setSending] = useState(false);
  const collecting = useRef<AbortController>(undefined);
  useEffect(() => () => collecting.current?.abort(), []);
  const submit = useMutation({
    mutationFn: async ({ target, comment, rules }: SubmitRequest): Promise<SubmitAnswer> => {
      collecting.current = new AbortController();
      const { signal } = collecting.current;
      const body = await choiceBody(api, choice, shown.count, signal);
      signal.throwIfAborted();
      if (!body) throw new Error(t.submit.tooMany);
      setSending(true);
      return api.call(submitProducts, {
        params: { channelId: target.channel.channelId },
        body: {
          ...body,
          accountId: target.accountId,
          comment: comment.trim() === '' ? null : comment.trim(),
          ...ruleMembers(rules, target.channel.isGated === true),
        },
      });
    },
    onSettled: () => setSending(false),
    onSuccess: (answer) => {
      if (answer.submissionId !== null) onSent?.();
      return queryClient.invalidateQueries({ queryKey: [clientId] });
    },
    onError(error) {
      const recount = readRecount(error);
      if (!recount) return undefined;
      setShown({ count: recount.count, before: shown.count });
      return queryClient.invalidateQueries({ queryKey: [clientId] });
    },
  });
  return { submit, isSending, shown };
}
