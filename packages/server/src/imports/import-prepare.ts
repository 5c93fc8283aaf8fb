import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { listReferences, type References } from '../assets/core.ts';
import { createState, type ProductPatch, type ProductRow, writeRow } from '../catalog/core.ts';
import { type CompiledStructure, noteSeenAttribute } from '../structure/core.ts';
import { malformedWithin } from './body-fault.ts';
import { type Folded, foldProduct, groupByProduct, type ProductGroup } from './import-fold.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import type { Accepted, ImportBatch, ImportItem, Judgement, PreparedProduct, SeenAttribute } from './import-types.ts';
import { findJsonFault } from './json-fault.ts';
import { judgeProduct } from './product-judge.ts';
import { startTurn } from './turn.ts';

const noReferences: References = new Map();

/** A product that is taken for new, with the row that it would be. */
export interface FreshProduct {
  folded: Folded;
  row: ProductRow;
  references: References;
}

/** A batch, judged and ready to be stored. */
export interface PreparedBatch extends ImportBatch {
  /** The very definitions that it was judged by. */
  structure: CompiledStructure;
  products: PreparedProduct[];
  /** Accepted payloads by product, in id order. */
  groups: Map<string, ProductGroup>;
  /** Those of them that are taken for new, in id order. */
  fresh: Map<string, FreshProduct>;
  seen: SeenAttribute[];
  unchanged: number;
  rejected: number;
  problems: ItemProblem[];
  warnings: ImportWarning[];
}

/** Judges, or throws the fault that ends the body. */
function judge(item: ImportItem, structure: CompiledStructure): Judgement {
  try {
    return judgeProduct(item, structure);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw malformedWithin(item, findJsonFault(item.bytes) ?? { offset: 0, message: 'the product is not valid JSON' });
  }
}

function warnOfTwins(batch: PreparedBatch, item: ImportItem, productId: string): void {
  const { duplicateOf, caseTwinOf } = item.before ?? {};
  const common = { productId, index: item.index };
  if (duplicateOf !== undefined) {
    const message = `"${productId}" stands at ${duplicateOf} and at ${item.index}; they are applied in this order.`;
    batch.warnings.push({ ...common, code: 'duplicate-in-request', message, firstIndex: duplicateOf });
  } else if (caseTwinOf !== undefined) {
    const message = `The id at ${caseTwinOf} differs from "${productId}" in letter case only; they are two products.`;
    batch.warnings.push({ ...common, code: 'differs-in-case-only', message, firstIndex: caseTwinOf });
  }
}

function prepareProduct(
  { structure, arena }: PreparedBatch,
  item: ImportItem,
  { productId, patch }: Accepted,
  exists: boolean,
): PreparedProduct {
  const { index, fingerprint } = item;
  const prepared = { productId, index, fingerprint, category: patch.category, packaging: patch.packaging };
  if (exists) return { ...prepared, references: noReferences, row: undefined, patch: () => patch };
  const state = createState(patch);
  const references = listReferences(structure, state);
  const row = writeRow({ productId, state, fingerprint }, arena.write);
  return { ...prepared, references, row, patch: laterPatch(structure, item) };
}

/**
 * The patch of a product that was accepted before, by the same definitions. Made here, and not where the patch of the first time is at hand:
 * closures of one scope keep alive whatever any of them names, and that would be the parsed product.
 */
function laterPatch(structure: CompiledStructure, item: ImportItem): () => ProductPatch {
  return () => {
    const judgement = judgeProduct(item, structure);
    if (judgement.verdict === 'rejected')
      throw new Error(`product ${item.index} was accepted before and is rejected now`);
    return judgement.patch;
  };
}

function addJudgement(
  session: ImportSession,
  batch: PreparedBatch,
  item: ImportItem,
  judgement: Judgement,
  exists: boolean,
): void {
  if (judgement.productId !== undefined) {
    item.before ??= session.seenIds.note(judgement.productId, item.index);
    warnOfTwins(batch, item, judgement.productId);
  }
  if (judgement.verdict === 'rejected') {
    batch.rejected++;
    batch.problems.push(...judgement.problems);
    return;
  }
  for (const seen of judgement.seen) {
    noteSeenAttribute(batch.structure, seen);
    batch.seen.push(seen);
  }
  batch.warnings.push(...judgement.warnings);
  batch.products.push(prepareProduct(batch, item, judgement, exists));
}

export const takenForNew = (groups: ReadonlyMap<string, ProductGroup>): [string, ProductGroup][] =>
  [...groups].filter(([, [first]]) => first.row !== undefined);

/** The products that groups come to where nothing is stored yet, with the rows that they would be. */
export async function prepareFresh(
  session: ImportSession,
  groups: readonly [string, ProductGroup][],
): Promise<Map<string, FreshProduct>> {
  const fresh = new Map<string, FreshProduct>();
  const turn = startTurn();
  for (const [productId, group] of groups) {
    if (turn.isOver()) await turn.next();
    const [{ row, references }, ...more] = group;
    if (row !== undefined && more.length === 0) {
      const folded = { productId, created: 1, updated: 0, unchanged: 0, history: [] };
      fresh.set(productId, { folded, row, references });
      continue;
    }
    const folded = foldProduct(undefined, group, mergeModeOf(session));
    fresh.set(productId, {
      folded,
      row: writeRow(folded.write),
      references: listReferences(session.structure, folded.write.state),
    });
  }
  return fresh;
}

/**
 * Judges a batch, in the order of the body.
 * @param verdicts of compareFingerprints, one character an item; empty where nothing was compared. '=' skips parsing, unless the body held
 * the id before: then what stood there before may have changed the product since the comparison.
 */
export async function prepareBatch(
  session: ImportSession,
  { items, arena }: ImportBatch,
  verdicts: string,
): Promise<PreparedBatch> {
  const { structure } = session;
  const batch: PreparedBatch = {
    items,
    arena,
    structure,
    products: [],
    groups: new Map(),
    fresh: new Map(),
    seen: [],
    unchanged: 0,
    rejected: 0,
    problems: [],
    warnings: [],
  };
  const turn = startTurn();
  for (const [at, item] of items.entries()) {
    if (turn.isOver()) await turn.next();
    const verdict = verdicts[at];
    if (verdict === '=' && item.guessedId !== undefined) {
      item.before ??= session.seenIds.note(item.guessedId, item.index);
      if (item.before.duplicateOf === undefined) {
        batch.unchanged++;
        if (item.before.caseTwinOf !== undefined) warnOfTwins(batch, item, item.guessedId);
        continue;
      }
    }
    addJudgement(session, batch, item, judge(item, structure), verdict === '=' || verdict === '!');
  }
  batch.groups = groupByProduct(batch.products);
  batch.fresh = await prepareFresh(session, takenForNew(batch.groups));
  return batch;
}

/** The same batch by other definitions. What fingerprints said no longer holds. */
export function prepareAgain(session: ImportSession, batch: PreparedBatch): Promise<PreparedBatch> {
  for (const item of batch.items) item.fingerprint = session.fingerprint(item.bytes);
  return prepareBatch(session, batch, '');
}
