import type { ChannelId, ClientId, Transaction } from '../../platform/core.ts';
import type { Evaluation, Verdict } from '../evaluate/evaluation-result.ts';
import type { ProductFacts, Ruleset } from '../evaluate/ruleset.ts';
import { productFacts } from './product-facts-rules.ts';
import { listAssetsOf, listEvaluatedProducts, listOverridesOf, type ProductRow } from './product-facts-views.ts';

/** A product with its results, one per channel. */
export interface EvaluatedRow<Result> {
  product: ProductRow;
  evaluations: readonly Result[];
}

interface Page {
  productIds: readonly string[];
  /** Time at which the page ends, in milliseconds of `performance.now()`. A page contains at least one product. */
  stopAt: number;
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
  return visitPage(transaction, clientId, channels, page, (ruleset, product, facts) => ruleset.judge(product, facts));
}

async function visitPage<Result>(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly PageChannel[],
  { productIds, stopAt }: Page,
  evaluate: (ruleset: Ruleset, product: ProductRow, facts: ProductFacts) => Result,
): Promise<EvaluatedRow<Result>[]> {
  const products = await listEvaluatedProducts(transaction, clientId, productIds);
  const readsAssets = channels.some(({ ruleset }) => ruleset.readsAssets);
  const assets = readsAssets ? await listAssetsOf(transaction, clientId, productIds) : [];
  const assetsOf = Map.groupBy(assets, ({ productId }) => productId);
  const overrides = await listOverridesOf(transaction, clientId, productIds);
  const overridesOf = Map.groupBy(overrides, ({ productId }) => productId);
  const evaluated: EvaluatedRow<Result>[] = [];
  for (const product of products) {
    if (evaluated.length > 0 && performance.now() >= stopAt) break;
    const { productId, revision } = product;
    const ofProduct = overridesOf.get(productId) ?? [];
    const evaluations = channels.map(({ channelId, ruleset }) => {
      const own = ofProduct.filter((one) => one.channelId === channelId);
      return evaluate(ruleset, product, productFacts(revision, assetsOf.get(productId) ?? [], own));
    });
    evaluated.push({ product, evaluations });
  }
  return evaluated;
}
