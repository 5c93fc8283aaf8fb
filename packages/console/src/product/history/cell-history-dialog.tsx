import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import type { Structure } from '../../session/structure.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { changedRows, isRows, valueAt } from '../rows/row-path.ts';
import type { CellOfComposite } from '../values/cell-history-context.ts';
import { isDeletionReported } from '../saving/save-values.ts';
import { isSameValue } from '../values/same-value.ts';
import { useGuardedSave } from '../saving/use-guarded-save.ts';
import { CellEntry } from './cell-entry.tsx';
import { useCellHistoryTexts } from './cell-history-texts.ts';
import { useCellHistory } from './use-cell-history.ts';

/**
 * The history of one value inside a composite, with the author, the time and both values of each change. Each former value can be restored.
 * Restoring changes only this one value, and fails if the composite has changed in the meantime.
 */
export function CellHistoryDialog(props: {
  productId: string;
  cell: CellOfComposite;
  structure: Structure;
  onClose: () => void;
}) {
  const { productId, structure, onClose } = props;
  // keeps the rows with which the dialog was opened, because `path` is a position in these rows
  const [{ name, path, label, definition, rows: stored }] = useState(props.cell);
  const texts = useCellHistoryTexts();
  const t = useMessages();
  const { canWrite } = useWork();
  const rows = isRows(stored) ? stored : [];
  const current = valueAt(rows, path);
  const history = useCellHistory(productId, name, path);
  const save = useGuardedSave(productId, name, texts.restored(label), onClose);
  const pages = history.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const [newest] = pages;
  const isSaving = save.isPending || save.isStored;
  const isStale =
    isDeletionReported(save.error) || (!isSaving && newest !== undefined && !isSameValue(newest.value, current));
  return (
    <Dialog title={texts.title(label)} onClose={onClose} size="lg" locked={isSaving}>
      <Stack gap="md">
        {isStale && (
          <Text size="sm" c="red" role="alert">
            {texts.stale}
          </Text>
        )}
        {save.error && !isStale && (
          <Text size="sm" c="red" role="alert">
            {problemText(t, save.error)}
          </Text>
        )}
        {history.isPending && <ListSkeleton rows={3} />}
        {history.isError && <ProblemAlert error={history.error} retry={history.refetch} />}
        {history.isSuccess && entries.length === 0 && (
          <Text size="sm" c="dimmed">
            {history.hasNextPage ? texts.searching : texts.none}
          </Text>
        )}
        {entries.length > 0 && (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={texts.list}>
            {entries.map((entry) => (
              <CellEntry
                key={entry.historyId}
                entry={entry}
                isCurrent={isSameValue(entry.new, current)}
                definition={definition}
                structure={structure}
                isSaving={isSaving}
                onRestore={
                  canWrite && !isStale ? () => save.store(changedRows(rows, path, entry.new), rows) : undefined
                }
              />
            ))}
          </Stack>
        )}
        {history.hasNextPage && (
          <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
