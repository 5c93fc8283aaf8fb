import type { ProductDeletion } from '@pimento/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { readRecount, type SeenCount } from '../../product-query/count-differs.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { textOfProblem } from '../../ui/problem-text.ts';
import { deleteChosen, stillPresent, withdrawDeleted } from './product-deletion.ts';
import { useDeletionUndo } from './use-deletion-undo.ts';
import type { Selection } from './use-selection.ts';

/**
 * Deletes the selected products. If all products of a list are selected and their number has changed since the user saw it, deletes nothing
 * and shows the new number.
 * @param counted the number that the user sees
 * @param onClose closes the dialog
 */
export function useProductDeletion(
  search: ProductSearch,
  selection: Selection,
  counted: SeenCount,
  onClose: () => void,
) {
  const t = useMessages();
  const formats = useFormats();
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(counted);
  const [before, setBefore] = useState<number>();
  const [progress, setProgress] = useState<ProductDeletion>();
  // If the dialog was closed before the deletion ended, a notification shows the outcome.
  const isClosed = useRef(false);
  const settle = (report: ProductDeletion) => {
    // The report of a deletion that ended early does not name the products that it did not reach. All stay selected for the next attempt.
    if (report.fault === null) selection.removeDeleted(stillPresent(report));
  };
  const outcomeText = ({ deleted, kept, fault }: ProductDeletion) => {
    const parts = [t.products.deleted(formats.number(deleted))];
    if (kept > 0) parts.push(t.products.kept(formats.number(kept)));
    if (fault !== null) parts.push(`${t.products.deletionEnded} ${textOfProblem(t, fault)}`);
    return parts.join('. ');
  };
  const withdrawal = useChange(
    (api, { chosen, report, channelIds }: { chosen: Chosen; report: ProductDeletion; channelIds: readonly string[] }) =>
      withdrawDeleted(api, chosen, report, channelIds),
    (count) => (count === 0 ? t.channels.nothingWithdrawn : t.channels.withdrawn(formats.number(count))),
  );
  const deletionUndo = useDeletionUndo();
  const removal = useChange(
    (api, _channelIds: readonly string[]) => deleteChosen(api, search, selection, seen, setProgress),
    (report, channelIds) => {
      // copied, because the selection changes below
      const chosen = { kind: selection.kind, ids: new Set(selection.ids) };
      if (channelIds.length > 0) withdrawal.mutate({ chosen, report, channelIds });
      const isComplete = report.kept === 0 && report.fault === null;
      if (!isComplete && !isClosed.current) return undefined;
      if (!isClosed.current) onClose();
      settle(report);
      if (!report.canUndo) return outcomeText(report);
      deletionUndo.report(outcomeText(report), report.deletionId);
      return undefined;
    },
    { showsFailure: true },
  );
  const { data: report, error, isPending } = removal;
  return {
    seen,
    /** The number that the user saw before the number changed. */
    before,
    progress,
    isPending,
    /** The final report, or undefined until the deletion has ended. The dialog shows it only if not all products were deleted. */
    report,
    error: error !== null && !readRecount(error) ? error : null,
    /** @param channelIds the channels from which the deleted products are withdrawn */
    start: (channelIds: readonly string[]) =>
      removal.mutate(channelIds, {
        onError(error) {
          const recount = readRecount(error);
          if (!recount) return;
          setBefore(seen.count);
          setSeen(recount);
          void queryClient.invalidateQueries({ queryKey: [clientId] });
        },
      }),
    /** Closes the dialog. A running deletion continues. */
    leave: () => {
      isClosed.current = isPending;
      onClose();
    },
    /** Closes the report and restores the deleted products. */
    undo: (report: ProductDeletion) => {
      onClose();
      settle(report);
      deletionUndo.undo(report.deletionId);
    },
    closeReport: () => {
      onClose();
      if (report) settle(report);
    },
  };
}
