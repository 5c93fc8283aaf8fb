import type { BulkChange } from '@pimento/contract';
import { cancelBulkEdit, startBulkEdit } from '@pimento/contract/wire';
import { useState } from 'react';
import { readRecount, type SeenCount } from '../../product-query/count-differs.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { useBulkEdit } from '../../bulk/use-bulk-edit.ts';
import { useChange } from '../../session/use-change.ts';

/** Returns the part of a request that chooses the products. */
function choiceOf(search: ProductSearch, { kind, ids }: Chosen, seen: SeenCount) {
  if (kind === 'some') return { productIds: [...ids] };
  return { filter: filterOf(search), except: [...ids], expected: seen.count };
}

/**
 * Previews and starts a bulk edit of the selected products. If all products of a list are selected and their number has changed since the
 * user saw it, nothing starts. `before` is then the old number and `seen` the new one.
 */
export function useBulkDialog(search: ProductSearch, chosen: Chosen, counted: SeenCount) {
  const [seen, setSeen] = useState(counted);
  const [before, setBefore] = useState<number>();
  const [change, setChange] = useState<BulkChange>();
  const [previewId, setPreviewId] = useState<string>();
  const [editId, setEditId] = useState<string>();
  const preview = useBulkEdit(previewId);
  const cancel = useChange((api, id: string) => api.call(cancelBulkEdit, { params: { editId: id } }));
  const start = useChange(
    (api, { dryRun, change: wanted }: { dryRun: boolean; change: BulkChange }) =>
      api.call(startBulkEdit, { body: { ...choiceOf(search, chosen, seen), changes: [wanted], dryRun } }),
    (started, { dryRun }) => {
      (dryRun ? setPreviewId : setEditId)(started.editId);
      return undefined;
    },
    { showsFailure: true },
  );
  const begin = (dryRun: boolean, wanted: BulkChange) =>
    start.mutate(
      { dryRun, change: wanted },
      {
        onError(error) {
          const recount = readRecount(error);
          if (!recount) return;
          setBefore(seen.count);
          setSeen(recount);
          setPreviewId(undefined);
        },
      },
    );
  /** Closes the preview and stops it if it is still running, so that it does not delay other work. */
  const leavePreview = () => {
    if (previewId !== undefined && preview.data?.status === 'Running') cancel.mutate(previewId);
    setPreviewId(undefined);
  };
  return {
    seen,
    before,
    isStarting: start.isPending,
    error: start.error !== null && !readRecount(start.error) ? start.error : null,
    /** Undefined until a preview is requested. */
    previewId,
    preview,
    /** Undefined until the products are being changed. */
    editId,
    look: (wanted: BulkChange) => {
      setChange(wanted);
      begin(true, wanted);
    },
    apply: () => change && begin(false, change),
    leavePreview,
  };
}
