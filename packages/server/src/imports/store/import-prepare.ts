import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { listReferences, type References } from '../../assets/core.ts';
import { createState, type ProductPatch, type ProductWrite } from '../../catalog/core.ts';
import { type ByteArena, jsonPointer, type ProductId } from '../../platform/core.ts';
import { type CompiledStructure, addSeenAttribute } from '../../structure/core.ts';
import { malformedWithin } from '../read/body-fault.ts';
import { createdOnce, foldProduct, groupByProduct } from '../judge/import-fold.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import type {
  Accepted,
  FreshProduct,
  ImportBatch,
  ImportItem,
  Judgement,
  PreparedProduct,
  ProductGroup,
  SeenAttribute,
} from '../judge/import-types.ts';
import { productProblem } from '../judge/judge-context.ts';
import { findJsonFault } from '../read/json-fault.ts';
import { foundAt, type TextFault } from '../read/json-words.ts';
import { judgeProduct } from '../judge/product-judge.ts';
import { startTurn } from './turn.ts';

const noReferences: References = new Map();
/** Where a product has no row. */
const noPiece = -1;

/** A batch, judged and ready to be stored. */
export interface PreparedBatch extends ImportBatch {
  /** The very definitions that it was judged by. */
  structure: CompiledStructure;
  products: PreparedProduct[];
  /** Products that are taken for new, in id order. */
  fresh: FreshProduct[];
  /** The payloads of all others, in id order. */
  others: ProductGroup[];
  categories: Set<string>;
  seen: SeenAttribute[];
  unchanged: number;
  rejected: number;
  problems: ItemProblem[];
  warnings: ImportWarning[];
}

/** Judges, or throws the fault that ends the body. */
function judge({ arena, structure }: PreparedBatch, item: ImportItem): Judgement {
  try {
    return judgeProduct(item, arena.text(item.piece), structure);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const bytes = arena.view(item.piece);
    throw Object.assign(malformedWithin(item, bytes, faultIn(bytes)), { productsBefore: item.index });
  }
}

const openBrace = 0x7b;

/** Why bytes are no product. Of what does not even begin like one, such as a line of prose, no word of grammar is said. */
function faultIn(bytes: Uint8Array): TextFault {
  const fault = findJsonFault(bytes) ?? { offset: 0, reason: { kind: 'not-json', text: 'product' } };
  if (bytes[0] === openBrace) return fault;
  return { offset: 0, reason: { kind: 'not-a-product', found: foundAt(bytes, 0) } };
}

function warnOfTwins(batch: PreparedBatch, item: ImportItem, productId: ProductId): void {
  const { duplicateOf, caseTwinOf } = item.before ?? {};
  const common = { productId, index: item.index };
  if (duplicateOf !== undefined) {
    const twin = problem('duplicate-in-request', { productId, firstIndex: duplicateOf, index: item.index });
    batch.warnings.push({ ...common, ...twin, firstIndex: duplicateOf });
  } else if (caseTwinOf !== undefined) {
    const twin = problem('differs-in-case-only', { productId, firstIndex: caseTwinOf });
    batch.warnings.push({ ...common, ...twin, firstIndex: caseTwinOf });
  }
}

const keepRow = ({ rows }: ImportSession, arena: ByteArena, product: ProductWrite): number =>
  arena.fill(rows.take(product), rows.write);

function prepareProduct(
  session: ImportSession,
  { structure, arena }: PreparedBatch,
  item: ImportItem,
  { productId: judgedId, patch, expected }: Accepted,
  exists: boolean,
): PreparedProduct {
  // Of two equal texts one is kept.
  const productId = judgedId === item.guessedId ? item.guessedId : judgedId;
  const { packaging } = patch;
  // what is expected is compared under the lock: such a one is never inserted unseen
  if (exists || expected !== undefined) {
    return { productId, row: noPiece, references: noReferences, folded: createdOnce, item, packaging, expected, patch };
  }
  const state = createState(patch);
  return {
    productId,
    row: keepRow(session, arena, { productId, state, fingerprint: item.fingerprint, steps: 1 }),
    references: listReferences(structure, state),
    folded: createdOnce,
    item,
    packaging,
    expected,
    patch: undefined,
  };
}

/** What a payload wants that was accepted; judged again by the same definitions where it is not at hand. */
export const patchesOf =
  ({ structure, arena }: PreparedBatch) =>
  ({ item, patch }: PreparedProduct): ProductPatch => {
    if (patch) return patch;
    const judgement = judgeProduct(item, arena.text(item.piece), structure);
    if (judgement.verdict === 'rejected')
      throw new Error(`product ${item.index} was accepted before and is rejected now`);
    return judgement.patch;
  };

/** A value that is edited by hand belongs to a definition: one that is gone would come back as a plain text. */
const undefinedProblems = ({ index }: ImportItem, { productId, seen }: Accepted): ItemProblem[] =>
  seen.map(({ id }) =>
    productProblem('not-defined', { attribute: id }, { path: jsonPointer(['products', index, id]), productId, index }),
  );

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
  if (session.wish.origin === 'edit' && judgement.seen.length > 0) {
    batch.rejected++;
    batch.problems.push(...undefinedProblems(item, judgement));
    return;
  }
  for (const seen of judgement.seen) {
    addSeenAttribute(batch.structure, seen);
    batch.seen.push(seen);
  }
  batch.warnings.push(...judgement.warnings);
  if (typeof judgement.patch.category === 'string') batch.categories.add(judgement.patch.category);
  batch.products.push(prepareProduct(session, batch, item, judgement, exists));
}

/** The products that groups come to where nothing is stored yet, with the rows that they would be. */
export async function prepareFresh(
  session: ImportSession,
  batch: PreparedBatch,
  groups: readonly ProductGroup[],
): Promise<FreshProduct[]> {
  const { arena, structure } = batch;
  const fresh: FreshProduct[] = [];
  const turn = startTurn();
  for (const group of groups) {
    if (turn.isOver()) await turn.next();
    const [first, ...more] = group;
    if (first.row !== noPiece && more.length === 0) {
      fresh.push(first);
      continue;
    }
    const { write, ...folded } = foldProduct(undefined, group, mergeModeOf(session), patchesOf(batch));
    fresh.push({
      productId: write.productId,
      row: keepRow(session, arena, write),
      references: listReferences(structure, write.state),
      folded,
    });
  }
  return fresh;
}

/** What is expected is compared with what is stored, or with what an earlier payload makes of it. */
const isTakenForNew = (group: ProductGroup): boolean =>
  group[0].row !== noPiece && group.every(({ expected }) => expected === undefined);

/** Sorts the products of a batch into those that are taken for new and all others. */
export async function sortProducts(
  session: ImportSession,
  batch: PreparedBatch,
): Promise<Pick<PreparedBatch, 'fresh' | 'others'>> {
  const takenForNew: ProductGroup[] = [];
  const others: ProductGroup[] = [];
  for (const group of groupByProduct(batch.products)) (isTakenForNew(group) ? takenForNew : others).push(group);
  return { fresh: await prepareFresh(session, batch, takenForNew), others };
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
    fresh: [],
    others: [],
    categories: new Set(),
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
    addJudgement(session, batch, item, judge(batch, item), verdict === '=' || verdict === '!');
  }
  return Object.assign(batch, await sortProducts(session, batch));
}

/** The same batch by other definitions. What fingerprints said no longer holds. */
export function prepareAgain(session: ImportSession, batch: PreparedBatch): Promise<PreparedBatch> {
  for (const item of batch.items) item.fingerprint = session.fingerprint(batch.arena.view(item.piece));
  return prepareBatch(session, batch, '');
}
