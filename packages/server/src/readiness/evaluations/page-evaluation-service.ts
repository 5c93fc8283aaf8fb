import type { ChannelId, ClientId, Connection, TimeSlices, Transaction } from '../../platform/core.ts';
import type { Evaluation, Verdict } from '../evaluate/evaluation-result.ts';
import type { ProductFacts, Ruleset } from '../evaluate/ruleset.ts';
import { productFacts } from './product-facts-rules.ts';
import {
  type AssetRow,
  listAssetsOf,
  listEvaluatedProducts,
  listOverridesOf,
  type OverrideRow,
  type ProductRow,
} from './product-facts-views.ts';

/** A product with its results, one per channel. */
export interface EvaluatedRow<Result> {
  product: ProductRow;
  evaluations: readonly Result[];
}

interface PageTime {
  /** Time at which the page ends, in milliseconds of `performance.now()`. A page contains at least one product. */
  stopAt: number;
  slices: TimeSlices;
}

interface Page extends PageTime {
  productIds: readonly string[];
}

type PageChannel = Readonly<{ channelId: ChannelId; ruleset: Ruleset }>;

/** Evaluates the products of a page until the time limit, but at least one. */
export function evaluatePage(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly PageChannel[],
  page: Page,
): Promise<EvaluatedRow<Evaluation>[]> {
  return visitPage(transaction, clientId, channels, page, (ruleset, product, facts) =>
    ruleset.evaluate(product, facts),
  );
}

/** Evaluates like `evaluatePage`, but does not return the shapes of the products, so that a page of many products needs little memory. */
export function judgePage(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly PageChannel[],
  page: Page,
): Promise<EvaluatedRow<Verdict>[]> {
  return visitPage(transaction, clientId, channels, page, judge);
}

/** The products of a page, with everything that their evaluations read. */
export interface ReadPage {
  products: readonly ProductRow[];
  assetsOf: ReadonlyMap<string, AssetRow[]>;
  overridesOf: ReadonlyMap<string, OverrideRow[]>;
}

/**
 * Reads the given products, in ascending order of id, with everything that their evaluations read. If the products are too large, reads
 * only the first of them, but at least one. Skips ids without a product.
 */
export async function readPage(
  connection: Connection,
  clientId: ClientId,
  channels: readonly PageChannel[],
  productIds: readonly string[],
): Promise<ReadPage> {
  const products = await listEvaluatedProducts(connection, clientId, productIds);
  const readsAssets = channels.some(({ ruleset }) => ruleset.readsAssets);
  const assets = readsAssets ? await listAssetsOf(connection, clientId, productIds) : [];
  const overrides = await listOverridesOf(connection, clientId, productIds);
  return {
    products,
    assetsOf: Map.groupBy(assets, ({ productId }) => productId),
    overridesOf: Map.groupBy(overrides, ({ productId }) => productId),
  };
}

/** Evaluates products that have been read, until the time limit, but at least one. */
export const judgeRead = (
  read: ReadPage,
  channels: readonly PageChannel[],
  time: PageTime,
): Promise<EvaluatedRow<Verdict>[]> => visitRead(read, channels, time, judge);

type Evaluate<Result> = (ruleset: Ruleset, product: ProductRow, facts: ProductFacts) => Result;
const judge: Evaluate<Verdict> = (ruleset, product, facts) => ruleset.judge(product, facts);

function evaluateRow<Result>(
  product: ProductRow,
  { assetsOf, overridesOf }: Omit<ReadPage, 'products'>,
  channels: readonly PageChannel[],
  evaluate: Evaluate<Result>,
): EvaluatedRow<Result> {
  const { productId, revision } = product;
  const ofProduct = overridesOf.get(productId) ?? [];
  const evaluations = channels.map(({ channelId, ruleset }) => {
    const own = ofProduct.filter((one) => one.channelId === channelId);
    return evaluate(ruleset, product, productFacts(revision, assetsOf.get(productId) ?? [], own));
  });
  return { product, evaluations };
}

/** Evaluates the products of a page like `evaluatePage`, and returns what `evaluate` returns for each product. */
export async function visitPage<Result>(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly PageChannel[],
  { productIds, ...time }: Page,
  evaluate: Evaluate<Result>,
): Promise<EvaluatedRow<Result>[]> {
  return visitRead(await readPage(transaction, clientId, channels, productIds), channels, time, evaluate);
}

/** Evaluates in slices, so that statements for other pages, and other requests, can proceed in between. */
async function visitRead<Result>(
  { products, ...read }: ReadPage,
  channels: readonly PageChannel[],
  { stopAt, slices }: PageTime,
  evaluate: Evaluate<Result>,
): Promise<EvaluatedRow<Result>[]> {
  const evaluated: EvaluatedRow<Result>[] = [];
  for (const product of products) {
    if (evaluated.length > 0 && performance.now() >= stopAt) break;
    evaluated.push(evaluateRow(product, read, channels, evaluate));
    const pause = slices.next();
    if (pause !== undefined) await pause;
  }
  return evaluated;
}
