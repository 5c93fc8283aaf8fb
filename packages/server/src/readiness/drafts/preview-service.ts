import type { MappingPreview } from '@pimento/contract';
import { createTimeSlices, type Database, openSnapshot } from '../../platform/core.ts';
import type { Evaluation } from '../evaluate/evaluation-result.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import { attributeFinder } from '../evaluate/used-attributes.ts';
import type { DraftChange, DraftRulesets } from '../rulesets/draft-ruleset-service.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { findRulesetNo, findSources } from '../rulesets/ruleset-views.ts';
import { isSameShape, plainShape } from '../values/shape-value.ts';
import { evaluatePage } from '../evaluations/page-evaluation-service.ts';
import { problemView } from '../evaluations/problem-view-rules.ts';

export interface PreviewRequest extends ConnectionKey {
  change: DraftChange;
  productIds: readonly string[];
  withTargets: boolean;
}

export interface PreviewDeps {
  database: Database;
  rulesets: RulesetCache;
  drafts: DraftRulesets;
  now: () => Date;
}

/**
 * Time limit of a preview in milliseconds, so that slow formulas do not delay other requests for long. A preview evaluates at least one
 * product.
 */
const maxMs = 2_000;

/**
 * Evaluates products with a mapping that is not published and, if there is a published mapping, with that one as well.
 * @returns undefined if there is no data standard
 */
export async function previewMapping(
  { database, rulesets, drafts, now }: PreviewDeps,
  { change, productIds, withTargets, ...key }: PreviewRequest,
): Promise<MappingPreview | undefined> {
  await using snapshot = await openSnapshot(database);
  const { transaction } = snapshot;
  const sources = await findSources(transaction, key);
  if (sources === undefined) return undefined;
  const draft = await drafts.get(transaction, key, sources, { change, now: now() });
  const rulesetNo = await findRulesetNo(transaction, key);
  const published = rulesetNo === undefined ? [] : [await rulesets.get(transaction, key, rulesetNo)];
  const channels = [draft, ...published].map((ruleset) => ({ channelId: key.channelId, ruleset }));
  const page = { productIds, stopAt: performance.now() + maxMs, slices: createTimeSlices() };
  const evaluated = await evaluatePage(transaction, key.clientId, channels, page);
  const products = evaluated.flatMap(({ product: { productId, name }, evaluations: [after, before] }) => {
    if (after === undefined) return [];
    const targets = withTargets ? targetsOf(draft, { after, before }, change.target) : [];
    return [{ productId, name, ...(before && { before: resultOf(before) }), after: resultOf(after), targets }];
  });
  const isComplete = evaluated.at(-1)?.product.productId === productIds.at(-1);
  return { standardVersion: sources.standardVersion, mappingVersion: sources.mappingVersion, products, isComplete };
}

const resultOf = ({ outcome, category, categoryReason, errors, warnings }: Evaluation) => ({
  outcome,
  categoryId: category,
  categoryReason,
  errors,
  warnings,
});

function targetsOf(
  draft: Ruleset,
  { after, before }: { after: Evaluation; before: Evaluation | undefined },
  only: string | undefined,
): MappingPreview['products'][number]['targets'] {
  const problems = Map.groupBy(after.problems, ({ target }) => target?.split('/')[0]);
  const topLevel = draft.plansOf(draft.findCategory(after.category));
  // No target counts as overridden, because a preview is about formulas.
  const usesOf = attributeFinder(topLevel, new Set());
  return topLevel.plans.flatMap(({ target: { path, name, shapeName, isHidden } }) => {
    if (isHidden || (only !== undefined && only !== path)) return [];
    const [old, made] = [before?.shape.get(shapeName), after.shape.get(shapeName)];
    const own = problems.get(path) ?? [];
    if (old === undefined && made === undefined && own.length === 0) return [];
    return {
      target: path,
      name,
      ...(old !== undefined && { before: plainShape(old) }),
      ...(made !== undefined && { after: plainShape(made) }),
      isChanged: before !== undefined && !isSameShape(old, made),
      problems: own.map((one) => problemView(one, undefined, usesOf(one.target))),
    };
  });
}
