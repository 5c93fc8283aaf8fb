import { isDeepStrictEqual } from 'node:util';
import type { Mapping, MappingEntry, StandardAttribute } from '@pimento/contract';
import { type CheckedStandard, isTighter, type ItemDifference, type ValueDifference } from '../../standards/core.ts';

/** The facts that determine whether a change to a data standard can change evaluations. */
export interface NeutralityFacts {
  mapping: Mapping;
  /** The new version of the data standard. */
  standard: CheckedStandard;
  /** The problems that products currently have, by target and code. */
  problems: readonly { target: string; code: string }[];
}

type Body = Readonly<Record<string, unknown>>;

/** Members of attributes that are only shown to people. */
const attributeTexts: ReadonlySet<string> = new Set(['name', 'description', 'examples', 'semantic', 'groupIds']);
const looseningMembers: ReadonlySet<string> = new Set(['restriction', 'minItems', 'maxItems']);
/** Members of categories that neither evaluations nor formulas read. */
const categoryTexts: ReadonlySet<string> = new Set(['description', 'examples']);
const headTexts: ReadonlySet<string> = new Set([
  'name',
  'release',
  'language',
  'source',
  'license',
  'attributeGroups',
  'effectiveFrom',
]);
const listCodes: ReadonlySet<string> = new Set(['not-in-list']);
const categoryCodes: ReadonlySet<string> = new Set(['no-category', 'unknown-category', 'category-not-leaf']);

function changedMembers(before: Body, after: Body): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
}

/** Returns true if a change to the head of the standard leaves all evaluations unchanged. */
export const isNeutralHead = (before: Body, after: Body): boolean =>
  changedMembers(before, after).every((member) => headTexts.has(member));

/** Returns true if a changed item leaves all outcomes and outputs unchanged. Returns false in case of doubt. */
export function isNeutralItem({ kind, itemId, before, after }: ItemDifference, facts: NeutralityFacts): boolean {
  if (after === null) return false;
  switch (kind) {
    case 'attribute':
      return before === null ? isNeutralTarget(itemId, after, facts) : isLooserTarget(itemId, before, after, facts);
    case 'category':
      return before === null
        ? isNeutralCategory(itemId, after, facts)
        : changedMembers(before, after).every((member) => categoryTexts.has(member));
    case 'rule':
      return before !== null && changedMembers(before, after).every((member) => member === 'message');
    case 'value-list':
      return true;
  }
}

/** Returns true if a new target changes nothing, because it is optional and has no source of a value. */
function isNeutralTarget(path: string, body: Body, { mapping }: NeutralityFacts): boolean {
  const { requirement = 'optional', defaultFormula } = body as Pick<
    StandardAttribute,
    'requirement' | 'defaultFormula'
  >; // the document was checked when it was published
  const isOptional = typeof requirement === 'string' ? requirement === 'optional' : false;
  return isOptional && defaultFormula === undefined && !namedTargets(mapping).has(path.split('/').at(-1) ?? path);
}

/** Returns the short names and paths of all targets that a mapping names. */
function namedTargets({ targets = [], require = [] }: Mapping): ReadonlySet<string> {
  const namesOf = ({ target, children = [] }: MappingEntry): string[] => [
    target,
    target.split('/').at(-1) ?? target,
    ...children.flatMap(namesOf),
  ];
  return new Set([
    ...targets.flatMap(namesOf),
    ...require.flatMap(({ target }) => [target, target.split('/').at(-1) ?? target]),
  ]);
}

function isLooserTarget(path: string, before: Body, after: Body, { problems }: NeutralityFacts): boolean {
  const changed = changedMembers(before, after).filter((member) => !attributeTexts.has(member));
  if (changed.length === 0) return true;
  if (!changed.every((member) => looseningMembers.has(member))) return false;
  const [top] = path.split('/');
  if (problems.some(({ target }) => target.split('/')[0] === top)) return false;
  const [old, now] = [before, after] as unknown as [StandardAttribute, StandardAttribute]; // both documents were checked when they were published
  const isLooser =
    !isTighter(old.restriction, now.restriction) &&
    (now.minItems ?? 0) <= (old.minItems ?? 0) &&
    (now.maxItems ?? Infinity) >= (old.maxItems ?? Infinity);
  // All members except `parameters` must be equal. Value lists, for example, affect how value maps find values.
  const { parameters: _old, ...otherOld } = old.restriction ?? {};
  const { parameters: _now, ...otherNow } = now.restriction ?? {};
  return isLooser && isDeepStrictEqual(otherOld, otherNow);
}

/** Returns true if a new category changes nothing, because no product can have it. */
function isNeutralCategory(id: string, body: Body, { mapping, standard, problems }: NeutralityFacts): boolean {
  if (problems.some(({ code }) => categoryCodes.has(code))) return false;
  // As soon as a standard has a leaf, only leaves can be assigned. The first leaf therefore makes all other categories unassignable.
  if (
    body['leaf'] === true &&
    standard.categories
      .values()
      .filter(({ isLeaf }) => isLeaf)
      .toArray().length < 2
  )
    return false;
  const { rules = [], otherwise } = mapping.category ?? {};
  if (otherwise === id) return false;
  return rules.every((rule) => {
    if ('when' in rule) return rule.category !== id;
    return !Object.values(mapping.maps?.[rule.map]?.entries ?? {}).includes(id);
  });
}

/** Returns true if a changed list value leaves all outcomes and outputs unchanged. */
export function isNeutralValue(
  { listId, value, change }: ValueDifference,
  { mapping, standard, problems }: NeutralityFacts,
): boolean {
  if (change !== 'added' || problems.some(({ code }) => listCodes.has(code))) return false;
  if ((mapping.targets ?? []).some(replacesUnmapped)) return false;
  const values = standard.lists.get(listId)?.values;
  const added = values?.get(value);
  if (values === undefined || added === undefined) return false;
  // Letter case is ignored, because value maps ignore it when they look up values and labels.
  const names = new Set([value, added.label ?? value].map((name) => name.toLowerCase()));
  return values
    .values()
    .every(
      (one) =>
        one === added || (!names.has(one.value.toLowerCase()) && !names.has((one.label ?? one.value).toLowerCase())),
    );
}

/**
 * Returns true if a mapping entry, or one of its children, accepts or replaces values that are missing from its map instead of reporting a
 * problem.
 */
function replacesUnmapped({ map, unmapped = 'problem', children = [] }: MappingEntry): boolean {
  return (map !== undefined && unmapped !== 'problem') || children.some(replacesUnmapped);
}
