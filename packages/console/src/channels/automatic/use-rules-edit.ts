import { type AutomaticSubmit, type ConnectionView, putAutomaticSubmit } from '@pimento/contract/wire';
import { useEffect, useEffectEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useEdit } from '../../session/use-edit.ts';
import { bodyOf, type Rules, rulePartsOf, rulesOf, type StoredRules } from './automatic-rules.ts';

/** Holds the edit of a connection's rules. Shows the latest stored rules until the user changes a rule. */
export function useRulesEdit({ channelId, accounts }: ConnectionView, stored: AutomaticSubmit) {
  const t = useMessages();
  const edit = useEdit<StoredRules, Rules, AutomaticSubmit>({
    base: stored,
    draftOf: rulesOf,
    parts: rulePartsOf(t, accounts),
    send: (api, rules, { accountId, afterImports, schedule, withdrawDeleted } = stored) =>
      api.call(putAutomaticSubmit, {
        params: { channelId },
        body: { ...bodyOf(rules), expected: { accountId, afterImports, schedule, withdrawDeleted } },
      }),
    done: () => t.automatic.saved,
  });
  const { isSuccess } = edit;
  // Restarts the edit with the new stored rules, unless the user has unsaved changes, which useEdit merges when they are saved.
  const follow = useEffectEvent((next: AutomaticSubmit, isSaved: boolean) => {
    if (!edit.isDirty || isSaved) edit.begin(next);
  });
  useEffect(() => follow(stored, isSuccess), [stored, isSuccess]);
  return edit;
}
