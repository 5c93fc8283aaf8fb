import type { ProductReadiness, ReadinessProblem } from '@pimento/contract';
import { type ChannelId, type ClientId, type Database, openSnapshot } from '../../platform/core.ts';
import { categoryPath } from '../../standards/core.ts';
import type { Evaluation } from '../evaluate/evaluation-result.ts';
import type { ProductFacts, Ruleset } from '../evaluate/ruleset.ts';
import type { TargetPlan } from '../evaluate/target-plan.ts';
import { attributeFinder } from '../evaluate/used-attributes.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { findRulesetNo } from '../rulesets/ruleset-views.ts';
import { plainShape } from '../values/shape-value.ts';
import { percentageOf } from '../evaluate/requirement-count.ts';
import { problemView } from './problem-view-rules.ts';
import { productFacts } from './product-facts-rules.ts';
import { listAssetsOf, listEvaluatedProducts, listOverridesOf } from './product-facts-views.ts';

export interface ProductKey {
  clientId: ClientId;
  channelId: ChannelId;
  productId: string;
  /** Used in the messages of problems. */
  channelName: string;
}

/** Evaluates the current version of one product. @returns the result, or the reason why there is none */
export async function readProduct(
  { database, rulesets }: { database: Database; rulesets: RulesetCache },
  { clientId, channelId, productId, channelName }: ProductKey,
): Promise<ProductReadiness | 'no-ruleset' | 'no-product'> {
  await using snapshot = await openSnapshot(database);
  const { transaction } = snapshot;
  const rulesetNo = await findRulesetNo(transaction, { clientId, channelId });
  if (rulesetNo === undefined) return 'no-ruleset';
  const [product] = await listEvaluatedProducts(transaction, clientId, [productId]);
  if (product === undefined) return 'no-product';
  const ruleset = await rulesets.get(transaction, { clientId, channelId }, rulesetNo);
  const assets = ruleset.readsAssets ? await listAssetsOf(transaction, clientId, [productId]) : [];
  const overrides = (await listOverridesOf(transaction, clientId, [productId])).filter(
    (one) => one.channelId === channelId,
  );
  const facts = productFacts(product.revision, assets, overrides);
  const evaluation = ruleset.evaluate(product, facts);
  return view(ruleset, evaluation, { productId, channelId, rulesetNo }, { facts, channelName });
}

function view(
  ruleset: Ruleset,
  evaluation: Evaluation,
  of: Pick<ProductReadiness, 'productId' | 'channelId' | 'rulesetNo'>,
  { facts, channelName }: { facts: ProductFacts; channelName: string },
): ProductReadiness {
  const { required, filled, recommended, recommendedFilled, errors, warnings, problemCount } = evaluation;
  const category = ruleset.findCategory(evaluation.category);
  const topLevel = ruleset.plansOf(category);
  const usesOf = attributeFinder(topLevel, facts.overrides);
  const problems = evaluation.problems.map((one) => problemView(one, channelName, usesOf(one.target)));
  return {
    ...of,
    outcome: evaluation.outcome,
    categoryId: evaluation.category,
    categoryPath: category === undefined ? [] : categoryPath(category).map(({ name }) => name),
    categoryReason: evaluation.categoryReason,
    categoryOverride: facts.categoryOverride ?? null,
    required,
    filled,
    recommended,
    recommendedFilled,
    percentageOfRequiredAttributes: percentageOf(evaluation),
    errors,
    warnings,
    problemCount,
    targets: topLevel.plans
      .filter(({ target }) => !target.isHidden)
      .map((plan) => targetView(plan, evaluation, problems, facts.overrides)),
    problems,
    shape: plainShape(evaluation.shape) as Record<string, unknown>, // the shape of a product is an object
  };
}

function targetView(
  { target, level, source, origin }: TargetPlan,
  { shape }: Evaluation,
  problems: readonly ReadinessProblem[],
  overrides: ProductFacts['overrides'],
): ProductReadiness['targets'][number] {
  const override = overrides.get(target.path);
  const value = shape.get(target.shapeName);
  const unset = source.kind === 'unmapped' || source.kind === 'empty' ? source.kind : origin.from;
  return {
    target: target.path,
    name: target.name,
    level,
    source: override === undefined ? unset : 'override',
    formula: origin.formula ?? null,
    attributes: [...origin.attributes],
    ...(value !== undefined && { value: plainShape(value) }),
    ...(override !== undefined && { override: override.value }),
    type: target.typeId,
    multiValue: target.isMultiValue,
    problems: problems.filter((problem) => problem.target?.split('/')[0] === target.path),
  };
}
