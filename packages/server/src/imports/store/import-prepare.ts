import type { ImportWarning, ItemProblem } from '@pimento/contract';
import { listReferences, type References } from '../../assets/core.ts';
import { createState, type ProductPatch } from '../../catalog/core.ts';
import { jsonPointer } from '../../platform/core.ts';
import { type CompiledStructure, addSeenAttribute } from '../../structure/core.ts';
import { malformedWithin } from '../read/body-fault.ts';
import { groupByProduct } from '../judge/import-fold.ts';
import type { ImportSession } from './import-session.ts';
import { isFirst, warningsOfLook, warningsOfTwins } from './import-warnings.ts';
import {
  addCounts,
  type ImportBatch,
  type ImportItem,
  type Judgement,
  noneUnlisted,
  noRow,
  type PreparedProduct,
  type ProductGroup,
  type SeenAttribute,
} from '../judge/import-types.ts';
import { judgeLarge } from '../judge/large-product.ts';
import { productProblem } from '../judge/judge-context.ts';
import { findJsonFault } from '../read/json-fault.ts';
import { foundAt, type TextFault } from '../read/json-words.ts';
import { judgeProduct } from '../judge/product-judge.ts';
import { startTimeSlice } from './time-slice.ts';

const noReferences: References = new Map();

/** An attribute without a definition, with the index of the first product that has it. */
type SeenInBatch = SeenAttribute & { index: number };

export type ExcludedProducts = ReadonlyMap<number, readonly ItemProblem[]>;
const noneExcluded: ExcludedProducts = new Map();

/** Adds rejected products to the excluded products. */
export function exclude(excluded: ExcludedProducts, problems: readonly ItemProblem[]): ExcludedProducts {
  const added = Map.groupBy(problems, ({ index = -1 }) => index);
  return new Map([...excluded, ...added]);
}

/** A batch that has been judged and is ready to be stored. */
export interface PreparedBatch extends ImportBatch {
  /** The definitions used to judge the batch. */
  structure: CompiledStructure;
  products: PreparedProduct[];
  /** Products that are expected to be new and have one payload, in id order. */
  fresh: PreparedProduct[];
  /** The payloads of all other products, in id order. */
  others: ProductGroup[];
  categories: Set<string>;
  seen: SeenInBatch[];
  /**
   * Problems of the products that an earlier attempt to store the batch rejected, keyed by index. These products are not stored, regardless
   * of their payloads.
   */
  excluded: ExcludedProducts;
  unchanged: number;
  rejected: number;
  problems: ItemProblem[];
  /** Number of problems that are not in `problems`, keyed by code. */
  unlisted: Map<string, number>;
  warnings: ImportWarning[];
  /**
   * Ids, as sent but in NFC, that must be looked up before the batch is stored, because earlier versions of Pimento may have stored
   * products under them.
   */
  sentIds: string[];
}

/** Judges a product. @throws BodyFaultError if the product is not valid JSON */
function judge(
  { request, deps, keptIds, origins }: ImportSession,
  { arena, structure }: PreparedBatch,
  item: ImportItem,
): Judgement {
  const problems = origins?.problemsOf(item.index);
  if (problems) return { verdict: 'rejected', productId: undefined, problems, unlisted: noneUnlisted, sentIds: [] };
  if (item.large) return judgeLarge(item, item.large, { format: request.format, maxBytes: deps.limits.productBytes });
  try {
    return judgeProduct(item, arena.text(item.piece), structure, keptIds);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const bytes = arena.view(item.piece);
    throw Object.assign(malformedWithin(item, bytes, faultIn(bytes)), { productsBefore: item.index });
  }
}

const openBrace = 0x7b;

/**
 * Returns the reason why bytes are not a product. If the bytes do not start like a product, for example a line of prose, the reason does
 * not concern JSON syntax.
 */
function faultIn(bytes: Uint8Array): TextFault {
  const fault = findJsonFault(bytes) ?? { offset: 0, reason: { kind: 'not-json', text: 'product' } };
  if (bytes[0] === openBrace) return fault;
  return { offset: 0, reason: { kind: 'not-a-product', found: foundAt(bytes, 0) } };
}

type Accepted = Extract<Judgement, { verdict: 'accepted' }>;

/**
 * Encodes a payload as a row if the session copies new products and the product is expected to be new. Otherwise, keeps its patch.
 * @param exists true if the product was found in the database; it is not locked
 */
function prepareProduct(
  session: ImportSession,
  { structure, arena }: PreparedBatch,
  item: ImportItem,
  { productId: judgedId, patch, expected }: Accepted,
  exists: boolean,
): PreparedProduct {
  // If both ids are equal, keeps only one string to save memory.
  const productId = judgedId === item.guessedId ? item.guessedId : judgedId;
  const { packaging } = patch;
  // An expectation must be compared while the row is locked, so the product must not be treated as new.
  const isNew = !exists && expected === undefined && item.before?.duplicateOf === undefined;
  if (!isNew || !session.copiesNew)
    return { item, productId, packaging, expected, isNew, row: noRow, references: noReferences, patch };
  const state = createState(patch);
  const write = { productId, state, fingerprint: item.fingerprint, steps: 1 };
  return {
    item,
    productId,
    packaging,
    expected,
    isNew,
    row: arena.fill(session.rows.take(write), session.rows.write),
    references: listReferences(structure, state),
    patch: undefined,
  };
}

/**
 * Creates a function that returns the changes of a payload. If its patch was not kept, the payload is judged again with the same
 * definitions.
 */
export const patchesOf =
  ({ keptIds }: ImportSession, { structure, arena }: PreparedBatch) =>
  ({ item, patch }: PreparedProduct): ProductPatch => {
    if (patch) return patch;
    const judgement = judgeProduct(item, arena.text(item.piece), structure, keptIds);
    if (judgement.verdict === 'rejected')
      throw new Error(`product ${item.index} was accepted before and is rejected now`);
    return judgement.patch;
  };

/**
 * Returns problems for edited values without a definition. Without this check, an edit would recreate a deleted attribute as plain text.
 */
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
  batch.sentIds.push(...judgement.sentIds);
  if (judgement.productId !== undefined) {
    item.before ??= session.seenIds.record(judgement.productId, item.index);
    batch.warnings.push(...warningsOfTwins(session, item, judgement.productId));
  }
  const excluded = batch.excluded.get(item.index);
  if (judgement.verdict === 'rejected' || excluded) {
    batch.rejected++;
    if (excluded) batch.problems.push(...excluded);
    else if (judgement.verdict === 'rejected') {
      batch.problems.push(...judgement.problems);
      addCounts(batch.unlisted, judgement.unlisted);
    }
    return;
  }
  if (!session.definesAttributes && judgement.seen.length > 0) {
    batch.rejected++;
    batch.problems.push(...undefinedProblems(item, judgement));
    return;
  }
  for (const seen of judgement.seen) {
    batch.warnings.push(...warningsOfLook(session, batch.structure, item, seen));
    addSeenAttribute(batch.structure, seen);
    batch.seen.push({ ...seen, index: item.index });
  }
  batch.warnings.push(...judgement.warnings.filter((warning) => isFirst(session, warning)));
  if (typeof judgement.patch.category === 'string') batch.categories.add(judgement.patch.category);
  batch.products.push(prepareProduct(session, batch, item, judgement, exists));
}

/** Separates the products that are expected to be new and have a single payload in the batch from all others. */
export function sortProducts(products: readonly PreparedProduct[]): Pick<PreparedBatch, 'fresh' | 'others'> {
  const fresh: PreparedProduct[] = [];
  const others: ProductGroup[] = [];
  for (const group of groupByProduct(products)) {
    const [first, ...more] = group;
    if (first.isNew && more.length === 0) fresh.push(first);
    else others.push(group);
  }
  return { fresh, others };
}

/**
 * Judges the products of a batch in the order of the body.
 * @param verdicts the result of compareFingerprints, one character per item; empty if nothing was compared. An item with '=' is not parsed,
 * unless its id occurred earlier in the body, because the earlier payload may have changed the product after the comparison.
 * @param excluded products that are rejected with these problems
 * @throws BodyFaultError if a product is not valid JSON
 */
export async function prepareBatch(
  session: ImportSession,
  { items, arena }: ImportBatch,
  verdicts: string,
  excluded: ExcludedProducts = noneExcluded,
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
    excluded,
    unchanged: 0,
    rejected: 0,
    problems: [],
    unlisted: new Map(),
    warnings: [],
    sentIds: [],
  };
  const slice = startTimeSlice();
  for (const [at, item] of items.entries()) {
    if (slice.isOver()) await slice.next();
    const verdict = verdicts[at];
    if (verdict === '=' && item.guessedId !== undefined) {
      item.before ??= session.seenIds.record(item.guessedId, item.index);
      if (item.before.duplicateOf === undefined) {
        batch.unchanged++;
        batch.warnings.push(...warningsOfTwins(session, item, item.guessedId));
        continue;
      }
    }
    addJudgement(session, batch, item, judge(session, batch, item), verdict === '=' || verdict === '!');
  }
  return Object.assign(batch, sortProducts(batch.products));
}

/** Judges a batch again with the session's current definitions. The fingerprint verdicts are no longer valid. */
export function prepareAgain(session: ImportSession, batch: PreparedBatch): Promise<PreparedBatch> {
  for (const item of batch.items) item.fingerprint = session.fingerprint(batch.arena.view(item.piece));
  return prepareBatch(session, batch, '', batch.excluded);
}
