import { type ItemProblem, standardAttributeSchema, type StandardHead, standardLimits } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { judgeCategories } from './category-tree.ts';
import type { LinkContext } from './category-links.ts';
import { pathOfKey } from '../../structure/core.ts';
import type { CheckedStandard, ValueList } from './checked-standard.ts';
import { ProblemList } from './problem-list.ts';
import { judgeHead, judgePrimary } from './standard-head.ts';
import { judgeRules } from './standard-rules.ts';
import type { SourceItem, StandardSource } from './standard-source.ts';
import { createPathFinder, judgeIdentities, type ReadAttribute } from './target-identity.ts';
import { buildTargets, type TargetDefinition } from './target-tree.ts';
import { judgeUnits } from './unit-names.ts';
import { judgeLists, judgeValueCount } from './value-lists.ts';

export type StandardVerdict =
  | { standard: CheckedStandard; warnings: ItemProblem[] }
  /** `count` is the number of all problems. `problems` contains only the first ones. */
  | { problems: ItemProblem[]; count: number };

/**
 * Judges a whole data standard and resolves its references.
 * @param now the current time; `effectiveFrom` must not be later
 * @param isOutline true for a stored standard against which no values are judged; its restrictions and default formulas are not compiled
 */
export function judgeStandard(source: StandardSource, now: Date, isOutline = false): StandardVerdict {
  const found = new ProblemList(!isOutline);
  for (const { place, problem: fault } of source.faults) found.report(place, '', fault);
  // a part that could not be read may be an attribute
  if (source.faults.length > 0) found.ignoreReferences();
  judgeCounts(source, found);
  const head = judgeHead(source.head, now, found);
  if (found.problems.some(({ code }) => code === 'too-many-items'))
    return { problems: found.problems, count: found.count };
  const lists = judgeLists(source.lists, found);
  const attributes = readAttributes(source.attributes, found);
  const context = head && openContext(head, source, { lists, isOutline }, attributes, found);
  const categories = judgeCategories(source.categories, context, found);
  const rules = judgeRules(source.rules, context && { ...context, categories }, found);
  if (head && context) judgePrimary(head, source.head, context.pathOf, found);
  if (found.count > 0 || head === undefined || context === undefined)
    return { problems: found.problems, count: found.count };
  const standard: CheckedStandard = {
    head,
    enforcement: head.enforcement ?? 'strict',
    deliver: head.deliver ?? 'import',
    purposes: [...context.purposes],
    unitsOfMeasure: context.units,
    topLevel: [...context.targets.values()].filter(({ parent }) => parent === undefined),
    targets: context.targets,
    lists,
    categories,
    hasLeaves: [...categories.values()].some(({ isLeaf }) => isLeaf),
    rules,
  };
  return { standard, warnings: found.warnings };
}

function judgeCounts(source: StandardSource, found: ProblemList): void {
  const counted = {
    attributes: source.attributes.length,
    categories: source.categories.length,
    rules: source.rules.length,
    valueLists: source.lists.length,
  };
  for (const items of ['attributes', 'categories', 'rules', 'valueLists'] as const) {
    const count = counted[items];
    const max = standardLimits[items];
    const fault = { kind: 'standard', items: items === 'valueLists' ? 'value lists' : items, count, max } as const;
    if (count > max) found.report({ path: '' }, `/${items}`, problem('too-many-items', fault));
  }
  judgeValueCount(source.lists, found);
}

/** The attributes that could be read, and their definitions in the same order. */
interface IdentifiedAttributes {
  read: ReadAttribute[];
  definitions: TargetDefinition[];
}

/** Returns definitions without parents, so that each attribute can be judged even if ids or parents have problems. */
const definedAlone = (read: readonly ReadAttribute[]): TargetDefinition[] =>
  read.map(({ attribute: { id, name } }, position) => ({
    key: id,
    parentKey: null,
    id,
    name,
    displaySequence: null,
    position,
  }));

function readAttributes(sources: readonly SourceItem[], found: ProblemList): IdentifiedAttributes {
  const before = found.count;
  const read = sources.flatMap((source) => {
    const attribute = found.read(source, standardAttributeSchema);
    return attribute === undefined ? [] : { attribute, place: source.place };
  });
  const definitions = judgeIdentities(read, found);
  if (found.count > before) found.ignoreReferences();
  return { read, definitions: definitions ?? definedAlone(read) };
}

/** Judges units and attributes, and returns them with the lists and purposes, so that references of other items can be resolved. */
function openContext(
  head: StandardHead,
  source: StandardSource,
  { lists, isOutline }: { lists: ReadonlyMap<string, ValueList>; isOutline: boolean },
  { read, definitions }: IdentifiedAttributes,
  found: ProblemList,
): LinkContext {
  const units = judgeUnits(head, source.head.place, found);
  const purposes = new Set((head.purposes ?? []).map(({ id }) => id));
  const pathOf = createPathFinder(definitions.map(({ key, id }) => ({ id, path: pathOfKey(key) })));
  const context = { lists, pathOf, found, purposes, units, isOutline };
  const targets = buildTargets(read, definitions, context);
  return { ...context, targets };
}
