import type { ChannelId, ClientId, Transaction } from '../../platform/core.ts';
import type { Evaluation } from '../evaluate/evaluation-result.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import { countDifference, differs } from './evaluation-difference-rules.ts';
import { evaluationRow } from './evaluation-row-rules.ts';
import { addToTallies, deleteEvaluations, listStoredEvaluations, saveEvaluations } from './evaluation-store.ts';
import type { EvaluationRow, StoredEvaluation, TallyDifference } from './evaluation-types.ts';
import { kindName, type ProblemKind } from './problem-number-rules.ts';
import { numberProblems } from './problem-number-store.ts';
import { productFacts } from './product-facts-rules.ts';
import { listAssetsOf, listEvaluatedProducts, listOverridesOf, type ProductRow } from './product-facts-views.ts';

/** A channel whose products are evaluated, with its ruleset. */
export interface EvaluatedChannel {
  channelId: ChannelId;
  rulesetNo: number;
  ruleset: Ruleset;
}

/** Products per page of a step. */
const pageSize = 250;
/** A step ends after this many milliseconds, so that costly formulas of one client do not keep others waiting. */
const maxStepMs = 2_000;

/**
 * Evaluates products on channels and stores what differs. Evaluations of products that do not exist any more are deleted. The client must
 * be locked.
 * @param productIds in order
 * @returns the number of ids that were handled, from the start; the others are left when the step has taken too long
 */
export async function evaluateProducts(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly EvaluatedChannel[],
  productIds: readonly string[],
): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  while (done < productIds.length && (done === 0 || performance.now() - startedAt < maxStepMs)) {
    const page = productIds.slice(done, done + pageSize);
    const products = await listEvaluatedProducts(transaction, clientId, page);
    const lastRead = products.at(-1)?.productId;
    // No product found: all ids of the page were deleted. Otherwise the last products may not have been read because of their size.
    const end = lastRead === undefined ? page.length : page.lastIndexOf(lastRead) + 1;
    await evaluatePage(transaction, clientId, channels, page.slice(0, end), products);
    done += end;
  }
  return done;
}

async function evaluatePage(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly EvaluatedChannel[],
  productIds: readonly string[],
  products: readonly ProductRow[],
): Promise<void> {
  const channelIds = channels.map(({ channelId }) => channelId);
  const readsAssets = channels.some(({ ruleset }) => ruleset.readsAssets);
  const assets = readsAssets ? await listAssetsOf(transaction, clientId, productIds) : [];
  const assetsOf = Map.groupBy(assets, ({ productId }) => productId);
  const overrides = await listOverridesOf(transaction, clientId, productIds);
  const stored = await listStoredEvaluations(transaction, clientId, channelIds, productIds);
  for (const channel of channels) {
    const own = overrides.filter(({ channelId }) => channelId === channel.channelId);
    const overridesOf = Map.groupBy(own, ({ productId }) => productId);
    const evaluations = products.map((product) => {
      const { productId, revision } = product;
      const facts = productFacts(revision, assetsOf.get(productId) ?? [], overridesOf.get(productId) ?? []);
      return { product, evaluation: channel.ruleset.evaluate(product, facts) };
    });
    const before = stored.filter(({ channelId }) => channelId === channel.channelId);
    await saveChannel(transaction, clientId, channel, evaluations, before);
  }
}

async function saveChannel(
  transaction: Transaction,
  clientId: ClientId,
  channel: EvaluatedChannel,
  evaluations: readonly { product: ProductRow; evaluation: Evaluation }[],
  stored: readonly StoredEvaluation[],
): Promise<void> {
  const kinds = new Map<string, ProblemKind>();
  for (const { evaluation } of evaluations)
    for (const problem of evaluation.problems)
      kinds.set(kindName(problem), { ...problem, target: problem.target ?? '' });
  const numbers = await numberProblems(transaction, clientId, channel.channelId, kinds);
  const before = new Map(stored.map((row) => [row.productId, row]));
  const tallies: TallyDifference = new Map();
  const changed: EvaluationRow[] = [];
  for (const { product, evaluation } of evaluations) {
    const row = evaluationRow(channel, product, evaluation, numbers);
    const old = before.get(product.productId);
    before.delete(product.productId);
    if (!differs(row, old)) continue;
    countDifference(tallies, old, row);
    changed.push(row);
  }
  for (const gone of before.values()) countDifference(tallies, gone, undefined);
  await saveEvaluations(transaction, clientId, changed);
  await deleteEvaluations(transaction, clientId, [...before.values()]);
  await addToTallies(transaction, clientId, channel.channelId, tallies);
}
