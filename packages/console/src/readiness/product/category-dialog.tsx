import { Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listStandardCategories, type ProductReadiness, putOverrides } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useEdit } from '../../session/use-edit.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** The category that is set for a product, or null for none. */
interface CategoryEdit {
  category: string | null;
}

/** Sets the channel category of one product, or returns to the rules of the mapping. */
export function CategoryDialog({ readiness, onClose }: { readiness: ProductReadiness; onClose: () => void }) {
  const { channelId, productId, categoryOverride } = readiness;
  const t = useReadinessTexts();
  const messages = useMessages();
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), 250);
  const { data } = useCall(listStandardCategories, {
    params: { datastandardId: channelId },
    // Text with " › " is the label of the chosen category. It is not used as a search text, because the search would find only this
    // category.
    query: { limit: 50, ...(text === '' || text.includes(' › ') ? {} : { text }) },
  });
  const edit = useEdit<CategoryEdit, CategoryEdit, unknown>({
    base: { category: categoryOverride },
    draftOf: (stored) => ({ category: stored?.category ?? null }),
    parts: [{ of: ['category'], label: t.category, show: ({ category: id }) => id ?? '' }],
    send: (api, draft, seen) =>
      api.call(putOverrides, {
        params: { channelId, productId },
        body: { category: draft.category, expected: { category: seen?.category ?? null } },
      }),
    done: () => {
      onClose();
      return t.categorySaved;
    },
    readStored: (present) => ({ category: (present as CategoryEdit).category }), // the problem `changed-meanwhile` contains the category
  });
  const mayLeave = useUnsaved(edit.isDirty && !edit.isSuccess);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const { category } = edit.draft;
  const found = (data?.categories ?? [])
    .filter(({ isAssignable }) => isAssignable)
    .map(({ id, path }) => ({ value: id, label: `${path.join(' › ')} (${id})` }));
  const isListed = category === null || found.some(({ value }) => value === category);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Dialog title={t.chooseCategory} onClose={close} locked={edit.isDirty}>
      <form onSubmit={submit}>
        <Stack>
          {edit.error && <ProblemAlert error={edit.error} />}
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          <Select
            label={t.category}
            description={t.categoryHint}
            searchable
            clearable
            data-autofocus
            data={isListed ? found : [{ value: category, label: category }, ...found]}
            value={category}
            onChange={(next) => edit.set({ category: next })}
            onSearchChange={setSearch}
            // the service has already filtered the options
            filter={({ options }) => options}
          />
          <DialogActions onClose={close} submit={messages.common.save} loading={edit.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
