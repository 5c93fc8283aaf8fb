import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { compileProductView, type ProductView } from '../../catalog/core.ts';
import { PimentoError, type ProductId } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { bareTail, inChunks, lineText, tailText, unchangedTail } from './bulk-line-rules.ts';
import type { BulkOrigins } from './bulk-origin-rules.ts';
import { blindWrites, type EditedProduct, editProduct, maxGrowth, type ReadProduct } from './bulk-product-rules.ts';
import { restoringEditor } from './bulk-restore-service.ts';
import type { SelectionDeps } from './bulk-selection-service.ts';
import { saveSamples } from './bulk-store.ts';
import { type ResolvedChange, resolveChanges } from './bulk-target-rules.ts';
import type { BulkKey, BulkPlan, BulkSample } from './bulk-types.ts';
import { GrowthError } from './bulk-value-rules.ts';
import { readProducts } from './bulk-views.ts';
import { mergeEntries, type UndoneChange } from './undo-rules.ts';
import { readUndone } from './undo-views.ts';

/**
 * Maximum number of samples that a dry run stores. More samples are stored than shown, because the import may reject some of their
 * products.
 */
const keptSamples = 40;

/** Yields one payload line for each product of a part, in chunks. `first` is the index of the part's first product in the body. */
export type PartEditor = (
  ids: readonly ProductId[],
  first: number,
  partNo: number,
) => AsyncIterable<string> | Iterable<string>;

interface EditorDeps extends SelectionDeps {
  key: BulkKey;
  plan: BulkPlan;
  view: ProductView;
  origins: BulkOrigins;
}

/** Returns the editor for changes that do not depend on stored values. */
function blindEditor(view: ProductView, changes: readonly ResolvedChange[]): PartEditor {
  const tail = tailText(view, { writes: blindWrites(changes), expected: [] });
  return (ids) => inChunks(ids, (id) => lineText(id, tail));
}

const tooLong = (index: number, productId: ProductId, [first]: readonly ResolvedChange[]): ItemProblem => ({
  ...problem('text-too-long', { field: first?.change.attribute.join('/') ?? '', maxBytes: maxGrowth }),
  path: `/products/${index}`,
  productId,
  index,
});

/** Applies changes to a product. @returns undefined if the changes would add too many characters */
function tryEdit(product: ReadProduct, changes: readonly ResolvedChange[]): EditedProduct | undefined {
  try {
    return editProduct(product, changes);
  } catch (error) {
    if (error instanceof GrowthError) return undefined;
    throw error;
  }
}

/** Returns the editor for changes that depend on stored values, and for dry runs, which store samples. */
function readingEditor(
  { database, key, plan, view, origins }: EditorDeps,
  changes: readonly ResolvedChange[],
): PartEditor {
  const attributes = [...new Set(changes.flatMap(({ target, source }) => [target.key, source?.key ?? target.key]))];
  const samples: BulkSample[] = [];
  function lineOf(productId: ProductId, product: ReadProduct | undefined, index: number): string {
    if (!product) return lineText(productId, unchangedTail);
    const edited = tryEdit(product, changes);
    if (!edited) {
      origins.reject(index, tooLong(index, productId, changes));
      return lineText(productId, bareTail);
    }
    if (edited.samples.length > 0 && samples.length < keptSamples)
      samples.push({ productId, name: product.name, values: edited.samples });
    return lineText(productId, tailText(view, edited));
  }
  return async function* lines(ids, first) {
    for (let done = 0; done < ids.length;) {
      const before = samples.length;
      const { products, read } = await readProducts(database, key.clientId, ids.slice(done), attributes);
      const start = first + done;
      yield* inChunks(ids.slice(done, done + read), (id, at) => lineOf(id, products.get(id), start + at));
      if (plan.dryRun && samples.length > before) await saveSamples(database, key, samples);
      done += read;
    }
  };
}

/** @throws PimentoError invalid-parameter if an attribute of a change no longer exists or has another form */
async function changeEditor(deps: EditorDeps): Promise<PartEditor> {
  const { database, key, plan, view } = deps;
  const resolved = resolveChanges(await loadStructure(database, key.clientId), plan.changes ?? []);
  if ('faults' in resolved)
    throw new PimentoError(problem('invalid-parameter', { kind: 'changes', faults: resolved.faults }));
  const { changes } = resolved;
  return !plan.dryRun && changes.every(({ isBlind }) => isBlind)
    ? blindEditor(view, changes)
    : readingEditor(deps, changes);
}

function undoEditor({ database, view, origins }: EditorDeps, undone: BulkKey): PartEditor {
  function lineOf(productId: ProductId, entries: readonly UndoneChange[][] | undefined, index: number): string {
    const changes = entries && mergeEntries(entries);
    if (!changes) {
      const at = { path: `/products/${index}`, productId, index };
      origins.reject(index, { ...problem('changed-meanwhile', { kind: 'product', productId }), ...at });
      return lineText(productId, bareTail);
    }
    const writes = changes.map(({ attribute, old }) => ({ key: attribute, value: old }));
    const expected = changes.map(({ attribute, new: next }) => ({ key: attribute, value: next }));
    return lineText(productId, tailText(view, { writes, expected }));
  }
  return async function* lines(ids, first) {
    let most = ids.length;
    for (let done = 0; done < ids.length;) {
      const { products, read } = await readUndone(database, undone, ids.slice(done, done + most));
      // If products are very large, a call looks up all ids but reads only some of the products. The next call then gets fewer ids.
      most = read < Math.min(most, ids.length - done) ? Math.max(read, 10) : most;
      const start = first + done;
      yield* inChunks(ids.slice(done, done + read), (id, at) => lineOf(id, products.get(id), start + at));
      done += read;
    }
  };
}

/** Creates the editor of the parts. Call `fixSelection` first, which stores the chosen products. */
export async function openEditor(
  deps: SelectionDeps,
  key: BulkKey,
  plan: BulkPlan,
  origins: BulkOrigins,
): Promise<PartEditor> {
  const view = compileProductView(await loadStructure(deps.database, key.clientId));
  const editor = { ...deps, key, plan, view, origins };
  if (plan.undoes === null) return changeEditor(editor);
  return plan.undoesDeletion
    ? restoringEditor(deps, { clientId: key.clientId, deletionId: plan.undoes, view, origins })
    : undoEditor(editor, { clientId: key.clientId, jobId: plan.undoes });
}
