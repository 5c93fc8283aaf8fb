import { createTimeSlices, type Database, openSnapshot } from '../../platform/core.ts';
import type { EvaluatedOutcome } from '../evaluate/evaluation-result.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { EvaluationProblem } from '../values/evaluation-problem.ts';
import { productFacts } from './product-facts-rules.ts';
import { listAssetsOf, listEvaluatedProducts, listOverridesOf } from './product-facts-views.ts';

/** The result of evaluating one version of a product with an account that is not the evaluation account. */
export interface AccountVerdict {
  productId: string;
  revision: number;
  createdAt: string;
  outcome: EvaluatedOutcome;
  /** The first error. Null if there is none. `more` is the number of further errors. */
  reason: EvaluationProblem | null;
  more: number;
}

export interface AccountRequest {
  key: ConnectionKey;
  rulesetNo: number;
  /** In ascending order. */
  productIds: readonly string[];
}

/**
 * Evaluates products with a ruleset that is not the connection's current one, and stores nothing.
 * @returns the results of the first products, at least one if there are any products
 */
export async function evaluateForAccount(
  { database, rulesets }: { database: Database; rulesets: RulesetCache },
  { key, rulesetNo, productIds }: AccountRequest,
): Promise<AccountVerdict[]> {
  await using snapshot = await openSnapshot(database);
  const { transaction } = snapshot;
  const { clientId, channelId } = key;
  const ruleset = await rulesets.get(transaction, key, rulesetNo);
  const assets = ruleset.readsAssets ? await listAssetsOf(transaction, clientId, productIds) : [];
  const assetsOf = Map.groupBy(assets, ({ productId }) => productId);
  const overrides = await listOverridesOf(transaction, clientId, productIds);
  const own = overrides.filter((one) => one.channelId === channelId);
  const overridesOf = Map.groupBy(own, ({ productId }) => productId);
  const slices = createTimeSlices();
  const verdicts: AccountVerdict[] = [];
  for (const product of await listEvaluatedProducts(transaction, clientId, productIds)) {
    const { productId, revision, createdAt } = product;
    const facts = productFacts(revision, assetsOf.get(productId) ?? [], overridesOf.get(productId) ?? []);
    const { outcome, problems, errors } = ruleset.judge(product, facts);
    const reason = problems.find(({ level }) => level === 'error') ?? null;
    verdicts.push({ productId, revision, createdAt, outcome, reason, more: Math.max(0, errors - 1) });
    await slices.next();
  }
  return verdicts;
}
