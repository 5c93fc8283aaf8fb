import { problem } from '@pimento/contract/problem';
import { compileProductView, type ProductView } from '../../catalog/core.ts';
import { PimentoError, type ProductId } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import type { OpenedBody } from '../judge/import-types.ts';
import { bareTail, lineText, tailText, unchangedTail } from './bulk-line-rules.ts';
import { type BulkOrigins, createBulkOrigins } from './bulk-origin-rules.ts';
import { blindWrites, editProduct } from './bulk-product-rules.ts';
import { fixSelection, type SelectionDeps } from './bulk-selection-service.ts';
import { saveSamples } from './bulk-store.ts';
import { resolveChanges } from './bulk-target-rules.ts';
import type { BulkKey, BulkPlan, BulkSample } from './bulk-types.ts';
import { findPart, getPlan, readProducts, readUndone } from './bulk-views.ts';

/** More than are shown, because some of them may be rejected. */
const keptSamples = 40;

/** Computes the payloads of the products of a part: one line for each. `first` is the index of the first product in the body. */
type PartEditor = (ids: readonly ProductId[], first: number) => Promise<string>;

interface EditorDeps extends SelectionDeps {
  key: BulkKey;
  plan: BulkPlan;
  view: ProductView;
  origins: BulkOrigins;
}

/** @throws PimentoError invalid-parameter if an attribute of a change no longer exists or has another form */
async function changeEditor({ database, key, plan, view }: EditorDeps): Promise<PartEditor> {
  const { clientId } = key;
  const resolved = resolveChanges(await loadStructure(database, clientId), plan.changes ?? []);
  if ('faults' in resolved)
    throw new PimentoError(problem('invalid-parameter', { kind: 'changes', faults: resolved.faults }));
  const { changes } = resolved;
  if (!plan.dryRun && changes.every(({ isBlind }) => isBlind)) {
    const tail = tailText(view, { writes: blindWrites(changes), expected: [] });
    return async (ids) => ids.map((id) => lineText(id, tail)).join('');
  }
  const attributes = [...new Set(changes.flatMap(({ target, source }) => [target.key, source?.key ?? target.key]))];
  const samples: BulkSample[] = [];
  return async (ids) => {
    const before = samples.length;
    const products = await readProducts(database, clientId, ids, attributes);
    const lines = ids.map((id) => {
      const product = products.get(id);
      if (!product) return lineText(id, unchangedTail);
      const edited = editProduct(product, changes);
      if (edited.samples.length > 0 && samples.length < keptSamples)
        samples.push({ productId: id, name: product.name, values: edited.samples });
      return lineText(id, tailText(view, edited));
    });
    if (plan.dryRun && samples.length > before) await saveSamples(database, key, samples);
    return lines.join('');
  };
}

function undoEditor({ database, view, origins }: EditorDeps, undone: BulkKey): PartEditor {
  return async (ids, first) => {
    const products = await readUndone(database, undone, ids);
    const lines = ids.map((productId, at) => {
      const changes = products.get(productId);
      if (!changes) {
        const index = first + at;
        const path = `/products/${index}`;
        origins.reject(index, {
          ...problem('changed-meanwhile', { kind: 'product', productId }),
          path,
          productId,
          index,
        });
        return lineText(productId, bareTail);
      }
      const writes = changes.map(({ attribute, old }) => ({ key: attribute, value: old }));
      const expected = changes.map(({ attribute, new: next }) => ({ key: attribute, value: next }));
      return lineText(productId, tailText(view, { writes, expected }));
    });
    return lines.join('');
  };
}

/** Creates the editor of the parts. The products of the bulk edit must be fixed. */
async function openEditor(
  deps: SelectionDeps,
  key: BulkKey,
  plan: BulkPlan,
  origins: BulkOrigins,
): Promise<PartEditor> {
  const view = compileProductView(await loadStructure(deps.database, key.clientId));
  const editor = { ...deps, key, plan, view, origins };
  return plan.undoes === null
    ? changeEditor(editor)
    : undoEditor(editor, { clientId: key.clientId, jobId: plan.undoes });
}

async function* openLines(
  deps: SelectionDeps,
  key: BulkKey,
  origins: BulkOrigins,
  handled: number,
): AsyncGenerator<Buffer> {
  const { database } = deps;
  const plan = await getPlan(database, key);
  await fixSelection(deps, key, plan);
  const edit = await openEditor(deps, key, plan, origins);
  const open = async (partNo: number, first: number) => {
    const ids = await findPart(database, key, partNo);
    if (!ids) return undefined;
    const isHandled = first + ids.length <= handled;
    const text = isHandled ? ids.map((id) => lineText(id, bareTail)).join('') : await edit(ids, first);
    return { bytes: Buffer.from(text), next: first + ids.length };
  };
  let part = await open(0, 0);
  for (let partNo = 1; part; partNo++) {
    // read while the import judges and stores the part before
    const following = open(partNo, part.next);
    following.catch(() => undefined);
    origins.addBytes(part.bytes.byteLength);
    yield part.bytes;
    part = await following;
  }
}

/**
 * Opens a bulk edit as the body of an import: one line of NDJSON for each chosen product, computed shortly before it is stored.
 * @param handled number of products that an earlier run has handled; they are not read again
 */
export function openBulkBody(deps: SelectionDeps, key: BulkKey, handled: number): OpenedBody {
  const origins = createBulkOrigins();
  return { bytes: openLines(deps, key, origins, handled), origins };
}
