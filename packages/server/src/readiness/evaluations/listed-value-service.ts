import type { TargetValue } from '@pimento/contract';
import { createTimeSlices, type Database, openSnapshot } from '../../platform/core.ts';
import type { Evaluation } from '../evaluate/evaluation-result.ts';
import type { ProductFacts, Ruleset } from '../evaluate/ruleset.ts';
import { attributeFinder } from '../evaluate/used-attributes.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { findRulesetNo } from '../rulesets/ruleset-views.ts';
import { plainShape, printShape } from '../values/shape-value.ts';
import { visitPage } from './page-evaluation-service.ts';
import { problemView } from './problem-view-rules.ts';

export interface ListedValuesRequest extends ConnectionKey {
  /** In ascending order. */
  productIds: readonly string[];
  /** Paths of top-level targets. Targets that the ruleset does not have are ignored. */
  targets: readonly string[];
  /** Used in the messages of problems. */
  channelName: string;
}

/** The values of the first requested products, by product id. */
export interface ListedValues {
  values: ReadonlyMap<string, TargetValue[]>;
  /** The last product whose values were computed, or without a current ruleset, the last requested product. Undefined if there is none. */
  through: string | undefined;
  isComplete: boolean;
}

/** Time limit in milliseconds, so that slow formulas do not delay other requests for long. */
const maxMs = 2_000;
/** Values are computed until their JSON reaches this number of characters. The values of one product can have a million. */
const maxCharacters = 8 * 1_048_576;
/** Minimum number of characters of a problem's JSON, not counting its message. */
const problemCharacters = 100;

/**
 * Computes the values of some targets for products of a page. Ends early at a limit of time or size, but computes at least one product.
 * Products that no longer exist are missing.
 */
export async function readListedValues(
  { database, rulesets }: { database: Database; rulesets: RulesetCache },
  { productIds, targets, channelName, ...key }: ListedValuesRequest,
): Promise<ListedValues> {
  await using snapshot = await openSnapshot(database);
  const { transaction } = snapshot;
  const rulesetNo = await findRulesetNo(transaction, key);
  if (rulesetNo === undefined) return { values: new Map(), through: productIds.at(-1), isComplete: true };
  const ruleset = await rulesets.get(transaction, key, rulesetNo);
  let characters = 0;
  const page = { productIds, stopAt: performance.now() + maxMs, slices: createTimeSlices() };
  const channels = [{ channelId: key.channelId, ruleset }];
  const read = await visitPage(transaction, key.clientId, channels, page, (compiled, product, facts) => {
    if (characters >= maxCharacters) return undefined;
    const found = valuesOf(compiled, compiled.evaluate(product, facts, targets), { targets, channelName, facts });
    characters += found.characters;
    return found.values;
  });
  const values = new Map<string, TargetValue[]>();
  let through: string | undefined;
  let isComplete = true;
  for (const { product, evaluations } of read) {
    const [ofProduct] = evaluations;
    if (ofProduct === undefined) {
      isComplete = false;
      break;
    }
    values.set(product.productId, ofProduct);
    through = product.productId;
  }
  return { values, through, isComplete: isComplete && read.at(-1)?.product.productId === productIds.at(-1) };
}

interface Requested {
  targets: readonly string[];
  channelName: string;
  facts: ProductFacts;
}

/** Returns the values of the requested targets of one product, and the number of characters of their JSON. */
function valuesOf(
  ruleset: Ruleset,
  { category, problems, shape }: Evaluation,
  { targets, channelName, facts }: Requested,
): { values: TargetValue[]; characters: number } {
  const topLevel = ruleset.plansOf(ruleset.findCategory(category));
  const visible = new Map(
    topLevel.plans.filter(({ target }) => !target.isHidden).map(({ target }) => [target.path, target]),
  );
  const usesOf = attributeFinder(topLevel, facts.overrides);
  const problemsOf = Map.groupBy(problems, ({ target }) => target?.split('/')[0]);
  let characters = 0;
  const values = targets.flatMap((path): TargetValue[] => {
    const target = visible.get(path);
    if (target === undefined) return [];
    const value = shape.get(target.shapeName);
    const own = problemsOf.get(path) ?? [];
    if (value === undefined && own.length === 0) return [];
    if (value !== undefined) characters += typeof value === 'string' ? value.length : printShape(value).length;
    const views = own.map((one) => problemView(one, channelName, usesOf(one.target)));
    characters += views.reduce((sum, { message }) => sum + message.length + problemCharacters, 0);
    return [{ target: path, ...(value !== undefined && { value: plainShape(value) }), problems: views }];
  });
  return { values, characters };
}
