import { type SubmitAnswer, submitProducts } from '@pimento/contract/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
 * submitted. `shown.count` is then the new number and `shown.before` the old number.
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
  const submit = useMutation({
    mutationFn: async ({ target, comment, rules }: SubmitRequest): Promise<SubmitAnswer> => {
      const body = await choiceBody(api, choice, shown.count);
      if (!body) throw new Error(t.submit.tooMany);
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
  return { submit, shown };
}
