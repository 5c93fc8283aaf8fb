import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeLink,
  type ChangeClass,
  changeClasses,
  type RequirementLevel,
  requirementLevels,
  type StandardAttribute,
  type TargetRequirement,
} from '@pimento/contract';
import { isTighter } from './restriction-change-rules.ts';

export function worstClass(classes: readonly ChangeClass[]): ChangeClass {
  return changeClasses[Math.max(0, ...classes.map((one) => changeClasses.indexOf(one)))] ?? 'harmless';
}

const strength = (level: RequirementLevel | undefined) => (level === undefined ? 0 : requirementLevels.indexOf(level));

/** Classifies a new or changed requirement by the highest level to which it raises the target for any purpose. */
function classOfRequirement(before: TargetRequirement | undefined, after: TargetRequirement | undefined): ChangeClass {
  const levelOf = (requirement: TargetRequirement | undefined, purpose: string) =>
    strength(typeof requirement === 'string' ? requirement : requirement?.[purpose]);
  const purposes = new Set([
    '',
    ...Object.keys(typeof before === 'object' ? before : {}),
    ...Object.keys(typeof after === 'object' ? after : {}),
  ]);
  const raised = Array.from(purposes, (purpose) => {
    const level = levelOf(after, purpose);
    return level > levelOf(before, purpose) ? level : 0;
  });
  const highest = Math.max(...raised);
  if (highest === strength('required')) return 'breaking';
  return highest === strength('recommended') ? 'warning' : 'harmless';
}

export function classOfAddedTarget(after: StandardAttribute): ChangeClass {
  // If a target applies only through category links, changes to these links are judged instead.
  if (after.appliesTo === 'linked') return 'harmless';
  return after.defaultFormula === undefined ? classOfRequirement(undefined, after.requirement) : 'breaking';
}

/** Members of an attribute that, if changed, can affect any value or how the value is judged. */
const decisive = ['type', 'compositeAttribute', 'appliesTo', 'output', 'defaultFormula', 'uniqueBy'] as const;

export function classOfChangedTarget(before: StandardAttribute, after: StandardAttribute): ChangeClass {
  if (decisive.some((member) => !isDeepStrictEqual(before[member], after[member]))) return 'breaking';
  return worstClass([classOfRequirement(before.requirement, after.requirement), classOfDemands(before, after)]);
}

type Demands = Pick<StandardAttribute, 'restriction' | 'minItems' | 'maxItems' | 'levels' | 'units'>;

function classOfDemands(before: Demands, after: Demands): ChangeClass {
  const allowed = new Set(after.units);
  const isBreaking =
    isTighter(before.restriction, after.restriction) ||
    (after.minItems ?? 0) > (before.minItems ?? 0) ||
    (after.maxItems ?? Infinity) < (before.maxItems ?? Infinity) ||
    (allowed.size > 0 && (before.units === undefined || before.units.some((unit) => !allowed.has(unit)))) ||
    Object.entries(before.levels ?? {}).some(
      ([name, level]) => level === 'warning' && after.levels?.[name] !== 'warning',
    );
  return isBreaking ? 'breaking' : 'harmless';
}

const requirementOf = (link: AttributeLink | undefined): TargetRequirement | undefined =>
  link?.requirement ?? (link?.optional === false || link?.initRequired === true ? 'required' : undefined);

/** Classifies changed links of a category. */
export function classOfLinks(before: readonly AttributeLink[] = [], after: readonly AttributeLink[] = []): ChangeClass {
  const old = new Map(before.map((link) => [link.id, link]));
  const kept = new Set(after.map(({ id }) => id));
  const classes = after.map((link) => {
    const was = old.get(link.id);
    return worstClass([classOfRequirement(requirementOf(was), requirementOf(link)), classOfDemands(was ?? {}, link)]);
  });
  return worstClass(before.every(({ id }) => kept.has(id)) ? classes : [...classes, 'idle']);
}
