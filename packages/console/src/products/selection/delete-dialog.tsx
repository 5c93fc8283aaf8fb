import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ProductDeletion } from '@pimento/contract';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { SeenCount } from '../../product-query/count-differs.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { RecountAlert } from '../../product-query/recount-alert.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { DeletionReport } from './deletion-report.tsx';
import { WithdrawChoice, useWithdrawChannels } from './withdraw-choice.tsx';
import { useProductDeletion } from './use-product-deletion.ts';
import type { Selection } from './use-selection.ts';

/**
 * Asks for confirmation of a deletion, and asks again if the number of products has changed in the meantime. Shows the progress, then the
 * products that were not deleted, with the reasons.
 */
export function DeleteDialog(props: {
  search: ProductSearch;
  selection: Selection;
  /** The number of products to be deleted, as shown in the dialog. */
  counted: SeenCount;
  onClose: () => void;
}) {
  const { search, selection, counted, onClose } = props;
  const t = useMessages();
  const formats = useFormats();
  const deletion = useProductDeletion(search, selection, counted, onClose);
  const channels = useWithdrawChannels();
  const [chosen, setChosen] = useState<string[]>([]);
  const { seen, before, isPending, report, error } = deletion;
  if (report)
    return <DeletionReport report={report} onClose={deletion.closeReport} onUndo={() => deletion.undo(report)} />;
  const count = formats.number(seen.count);
  return (
    <Dialog title={t.products.deleteTitle(count)} onClose={deletion.leave} locked={isPending}>
      <Stack>
        {before !== undefined && !isPending && <RecountAlert before={before} now={seen.count} />}
        {error !== null && <ProblemAlert error={error} />}
        <Text size="sm">{isPending ? t.products.deleteGoesOn : t.products.deleteText}</Text>
        {!isPending && <WithdrawChoice channels={channels} chosen={chosen} onChange={setChosen} />}
        {isPending ? (
          <DeletionProgress progress={deletion.progress} onLeave={deletion.leave} />
        ) : (
          <DialogActions
            onClose={onClose}
            submit={t.products.deleteConfirm(count)}
            color="red"
            loading={false}
            disabled={seen.count === 0}
            onSubmit={() => deletion.start(chosen)}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function DeletionProgress({ progress, onLeave }: { progress: ProductDeletion | undefined; onLeave: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  const percent = progress?.chosen ? (100 * (progress.deleted + progress.kept)) / progress.chosen : 0;
  return (
    <>
      <Stack gap={6} aria-live="polite">
        <Progress value={percent} animated aria-label={t.products.deleting} />
        <Text size="sm" c="dimmed" className="number">
          {t.products.deletedSoFar(formats.number(progress?.deleted ?? 0))}
        </Text>
      </Stack>
      <Group justify="flex-end">
        <Button variant="default" onClick={onLeave}>
          {t.common.close}
        </Button>
      </Group>
    </>
  );
}
