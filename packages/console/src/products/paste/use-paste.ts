import type { Client } from '@pimento/client';
import { importProducts, undoImport } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { sendEdits, ValuesRefusedError } from '../../product/saving/save-values.ts';
import { useValueWords } from '../../session/labels/use-show-text.ts';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { useStructure } from '../../session/use-structure.ts';
import { definitionOf, editableColumns } from '../cell-edit/editable-columns.ts';
import type { GridParts } from '../cell-edit/cell-place.ts';
import { useUndoRun } from '../selection/use-undo-run.tsx';
import { byProduct, divideChanges, productOf } from './paste-answer.ts';
import { type CellChange, planPaste } from './paste-plan.ts';
import { type PasteList, type PasteRequest, rowsFor } from './paste-request.ts';
import { pastedValue } from './pasted-value.ts';
import { usePasteTexts } from './paste-texts.ts';

/** Number of times that the same page of the list is requested before the paste gives up. Each try renders twice. */
const maxTries = 6;

/** Loads the list until a request has its products. @returns true if they could not be loaded */
function useLoadedRows(mustLoad: boolean, { products, loadMore }: PasteList): boolean {
  const tries = useRef({ loaded: -1, count: 0 });
  const { length } = products;
  const hasFailed = tries.current.loaded === length && tries.current.count > maxTries;
  useEffect(() => {
    if (!mustLoad) return;
    const { loaded, count } = tries.current;
    tries.current = { loaded: length, count: loaded === length ? count + 1 : 0 };
    if (tries.current.count <= maxTries) loadMore();
  }, [mustLoad, length, loadMore]);
  return mustLoad && hasFailed;
}

/** Stores changes as one job. @throws ValuesRefusedError if the job ended early */
async function storeChanges(api: Client, changes: readonly CellChange[]) {
  const groups = byProduct(changes);
  const report = await sendEdits(api, groups.map(productOf));
  if (report.fault !== null) throw new ValuesRefusedError([{ ...report.fault, path: '' }]);
  return { jobRef: report.jobRef, ...divideChanges(groups, report) };
}

/** Starts the undo of a paste. */
async function undoPaste(api: Client, jobRef: string) {
  const { edit } = await api.call(undoImport, { params: { jobRef }, body: {} });
  if (edit === null) throw new Error('a paste creates no products, so its undo has a bulk edit');
  return edit;
}

export const countProducts = (changes: readonly CellChange[]): number => byProduct(changes).length;

/**
 * Checks what a paste would change, without storing anything, and stores it on request.
 * @param onClose called when everything is stored
 */
export function usePaste(request: PasteRequest, list: PasteList, valueOf: GridParts['valueOf'], onClose: () => void) {
  const { api, clientId } = useWork();
  const { structure } = useStructure();
  const words = useValueWords();
  const texts = usePasteTexts();
  const formats = useFormats();
  const rows = rowsFor(request, list);
  const hasFailed = useLoadedRows(rows.mustLoad, list);
  const undo = useUndoRun(texts, undoPaste);
  const check = useQuery({
    queryKey: callKey(clientId, importProducts, 'paste', request.id),
    meta: { hasOwnRefresh: true }, // the user decides about what was checked
    staleTime: Infinity,
    gcTime: 0,
    enabled: !rows.mustLoad && rows.tooMany === undefined,
    queryFn: async ({ signal }) => {
      const first = list.columns.findIndex(({ key }) => key === request.column.key);
      const columns = first === -1 ? [] : list.columns.slice(first);
      const editable = new Set(editableColumns(columns, structure));
      const plan = planPaste(
        request.block,
        { products: rows.products, columns, repeats: request.repeats },
        {
          isEditable: (column) => editable.has(column),
          valueOf: ({ product }, column) => valueOf(product, column.names),
          pasted: (text, column) => pastedValue(text, definitionOf(column, structure), words),
        },
      );
      const groups = byProduct(plan.changes);
      const report =
        groups.length === 0
          ? { errors: [], errorsTruncated: false, dryRun: true }
          : await sendEdits(api, groups.map(productOf), { dryRun: true, signal });
      return { plan, notLoaded: rows.notLoaded, ...divideChanges(groups, report) };
    },
  });
  const store = useChange(
    storeChanges,
    ({ jobRef, accepted, refused, unknown }) => {
      if (accepted.length > 0) {
        const [values, products] = [accepted.length, countProducts(accepted)];
        undo.report(texts.pasted(formats.number(values), formats.number(products)), jobRef);
      }
      if (refused.length + unknown.length === 0) onClose();
      return undefined;
    },
    { showsFailure: true },
  );
  return { rows, hasFailed, check, store };
}
