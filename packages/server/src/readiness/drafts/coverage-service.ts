import type { MappingCoverage } from '@pimento/contract';
import { createTimeSlices, openSnapshot } from '../../platform/core.ts';
import { visitPage } from '../evaluations/page-evaluation-service.ts';
import type { ShapedProduct } from '../evaluate/evaluation-result.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { findSources } from '../rulesets/ruleset-views.ts';
import type { PreviewDeps } from './preview-service.ts';
import { listSample } from './sample-views.ts';

/**
 * Maximum number of products that are evaluated. The share among 200 products is within 7 percentage points of the share among all products
 * in 95 % of cases.
 */
const sampleSize = 200;
/**
 * The sample is evaluated in this many parts, each of which is spread over the ids of all products. If the time limit ends the evaluation
 * early, the shares are therefore not just those of the first products.
 */
const parts = 8;
/** Default time limit in milliseconds, so that slow formulas do not delay other requests for long. */
const defaultMaxMs = 2_000;

/** Path of a target → number of products that it applies to, and number of these with a value. */
type Counts = Map<string, { applies: number; filled: number }>;

function count(counts: Counts, ruleset: Ruleset, { category, shape }: ShapedProduct): void {
  for (const { target } of ruleset.plansOf(ruleset.findCategory(category)).plans) {
    if (target.isHidden) continue;
    const ofTarget = counts.get(target.path) ?? { applies: 0, filled: 0 };
    counts.set(target.path, ofTarget);
    ofTarget.applies += 1;
    if (shape.get(target.shapeName) !== undefined) ofTarget.filled += 1;
  }
}

/**
 * Counts, for each target, the products that get a value from the stored draft. Evaluates a sample of products.
 * @param maxMs time limit in milliseconds. At least one product is evaluated
 * @returns undefined if there is no data standard
 */
export async function countCoverage(
  { database, drafts, now }: Pick<PreviewDeps, 'database' | 'drafts' | 'now'>,
  key: ConnectionKey,
  maxMs = defaultMaxMs,
): Promise<MappingCoverage | undefined> {
  await using snapshot = await openSnapshot(database);
  const { transaction } = snapshot;
  const sources = await findSources(transaction, key);
  if (sources === undefined) return undefined;
  const ruleset = await drafts.get(transaction, key, sources, { change: {}, now: now() });
  const { productIds, isComplete } = await listSample(transaction, key.clientId, sampleSize);
  const counts: Counts = new Map();
  const time = { stopAt: performance.now() + maxMs, slices: createTimeSlices() };
  const channels = [{ channelId: key.channelId, ruleset }];
  let products = 0;
  for (let part = 0; part < parts && (part === 0 || performance.now() < time.stopAt); part += 1) {
    const page = { ...time, productIds: productIds.filter((_, index) => index % parts === part) };
    const visited = await visitPage(transaction, key.clientId, channels, page, (compiled, product, facts) =>
      count(counts, compiled, compiled.shape(product, facts)),
    );
    products += visited.length;
  }
  return {
    products,
    isSampled: !isComplete || products < productIds.length,
    targets: [...counts].map(([target, ofTarget]) => ({ target, ...ofTarget })),
  };
}
