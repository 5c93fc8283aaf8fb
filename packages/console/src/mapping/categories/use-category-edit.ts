import { putCategoryRules, type StoredMapping } from '@pimento/contract/wire';
import { useEffect, useEffectEvent } from 'react';
import { useEdit } from '../../session/use-edit.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { type CategoryDraft, categoryDraftOf, rulesText } from './rule-draft.ts';

/** Holds the edit of the category rules. Shows the latest stored rules until the user changes them. */
export function useCategoryEdit(channelId: string, { mapping }: StoredMapping) {
  const t = useMappingTexts();
  const category = categoryDraftOf(mapping.category);
  const edit = useEdit<CategoryDraft, CategoryDraft, StoredMapping>({
    base: category,
    draftOf: (stored) => stored ?? categoryDraftOf(),
    // the order of rules matters, so they are merged as a whole
    parts: [
      { of: ['rules'], label: t.categories.rules, show: ({ rules }) => rulesText({ rules, otherwise: null }) },
      { of: ['otherwise'], label: t.categories.otherwise, show: ({ otherwise }) => otherwise ?? '' },
    ],
    send: (api, draft, seen) =>
      api.call(putCategoryRules, { params: { channelId }, body: { category: draft, ...(seen && { expected: seen }) } }),
    done: () => t.categories.saved,
    readStored: (present) => present as CategoryDraft, // the service returns rules with all properties
  });
  const { isSuccess } = edit;
  const text = JSON.stringify(category);
  // Restarts the edit with the new stored rules, unless the user has unsaved changes, which useEdit merges when they are saved.
  const follow = useEffectEvent((isSaved: boolean) => {
    if (!edit.isDirty || isSaved) edit.begin(category);
  });
  useEffect(() => follow(isSuccess), [text, isSuccess]);
  return edit;
}
