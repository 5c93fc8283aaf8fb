import { Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listStandardCategories, type ProductReadiness, putOverrides } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** Sets the channel category of one product, or returns to the rules of the mapping. */
export function CategoryDialog({ readiness, onClose }: { readiness: ProductReadiness; onClose: () => void }) {
  const { channelId, productId, categoryOverride } = readiness;
  const t = useReadinessTexts();
  const messages = useMessages();
  const [category, setCategory] = useState(categoryOverride);
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), 250);
  const { data } = useCall(listStandardCategories, {
    params: { datastandardId: channelId },
    // the text of the chosen category would find only itself
    query: { limit: 50, ...(text === '' || text.includes(' › ') ? {} : { text }) },
  });
  const change = useChange(
    (api, _input: void) => api.call(putOverrides, { params: { channelId, productId }, body: { category } }),
    () => {
      onClose();
      return t.categorySaved;
    },
    { showsFailure: true, refreshesFirst: true },
  );
  const found = (data?.categories ?? [])
    .filter(({ isAssignable }) => isAssignable)
    .map(({ id, path }) => ({ value: id, label: `${path.join(' › ')} (${id})` }));
  const isListed = category === null || found.some(({ value }) => value === category);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog title={t.chooseCategory} onClose={onClose} locked={category !== categoryOverride}>
      <form onSubmit={submit}>
        <Stack>
          {change.error && <ProblemAlert error={change.error} />}
          <Select
            label={t.category}
            description={t.categoryHint}
            searchable
            clearable
            data-autofocus
            data={isListed ? found : [{ value: category, label: category }, ...found]}
            value={category}
            onChange={setCategory}
            onSearchChange={setSearch}
            // the service has searched
            filter={({ options }) => options}
          />
          <DialogActions onClose={onClose} submit={messages.common.save} loading={change.isPending} />
        </Stack>
      </form>
    </Dialog>
  );
}
