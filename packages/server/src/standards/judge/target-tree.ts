import type { StandardAttribute } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { AttributeIndex, type FormulaAttribute, reservedAttributes, type Unit } from '@pimento/formula';
import { pathOfKey, shortId, type Attribute, shown } from '../../structure/core.ts';
import type { Target } from './checked-standard.ts';
import { formulaProblem, judgeOpenFormula } from './formula-check.ts';
import type { ProblemList } from './problem-list.ts';
import { readRequirement } from './requirement.ts';
import type { Place } from './standard-source.ts';
import type { ReadAttribute } from './target-identity.ts';
import { judgeOutput } from './target-output.ts';
import { judgeTargetRestriction, type RestrictionContext } from './target-restriction.ts';
import { findStandardUnit } from './unit-names.ts';

export interface TargetContext extends RestrictionContext {
  purposes: ReadonlySet<string>;
  units: ReadonlyMap<string, Unit>;
}

/** The part of an attribute definition that the tree needs. */
export type TargetDefinition = Pick<Attribute, 'key' | 'parentKey' | 'id' | 'name' | 'displaySequence' | 'position'>;

/** A target that can still be changed while the tree is built. */
type OpenTarget = { -readonly [Member in keyof Target]: Target[Member] } & { children: Target[] };

const productAttributes = new AttributeIndex(reservedAttributes);

/** Builds the targets and returns them by path. Parents come before their children. Children are in display order. */
export function buildTargets(
  attributes: readonly ReadAttribute[],
  definitions: readonly TargetDefinition[],
  context: TargetContext,
): ReadonlyMap<string, Target> {
  const byKey = new Map<string, { target: OpenTarget; definition: TargetDefinition; source: ReadAttribute }>();
  for (const [index, definition] of definitions.entries()) {
    const source = attributes[index];
    if (source !== undefined)
      byKey.set(definition.key, { target: judgeTarget(source, definition, context), definition, source });
  }
  const inOrder = [...byKey.values()].toSorted(
    (a, b) => orderOf(a.definition) - orderOf(b.definition) || a.definition.position - b.definition.position,
  );
  for (const { target, definition } of inOrder) {
    const parent = definition.parentKey === null ? undefined : byKey.get(definition.parentKey)?.target;
    if (parent === undefined) continue;
    target.parent = parent;
    target.shapeName = shortId(target.id, parent.id);
    parent.children.push(target);
  }
  for (const { target, source } of inOrder) target.uniqueBy = judgeUniqueBy(target, source, context.found);
  const targets = new Map<string, Target>();
  const visit = (target: Target): void => {
    targets.set(target.path, target);
    target.children.forEach(visit);
  };
  for (const { target } of inOrder) if (target.parent === undefined) visit(target);
  return targets;
}

/** Targets without a displaySequence are last. */
const orderOf = ({ displaySequence }: TargetDefinition): number => displaySequence ?? Number.MAX_SAFE_INTEGER;

function judgeTarget(
  { attribute, place }: ReadAttribute,
  { key, id, name, position }: TargetDefinition,
  context: TargetContext,
): OpenTarget {
  const { found } = context;
  const typeId = attribute.type.id;
  const { output = {}, minItems, maxItems, access } = attribute;
  judgeOutput(output, { id, typeId }, { place, units: context.units, found });
  judgeItemCounts(id, attribute, place, found);
  return {
    ordinal: position,
    path: pathOfKey(key),
    id,
    shapeName: id,
    name,
    parent: undefined,
    children: [],
    typeId,
    isMultiValue: attribute.type.multiValue === true,
    isLinked: attribute.appliesTo === 'linked',
    requirement: readRequirement(attribute.requirement, { place, pointer: '/requirement' }, context),
    restriction: judgeTargetRestriction(
      attribute.restriction,
      { id, typeId },
      { place, pointer: '/restriction' },
      context,
    ),
    minItems,
    maxItems,
    levels: new Map(Object.entries(attribute.levels ?? {})),
    uniqueBy: [],
    units: judgeTargetUnits(attribute, place, context),
    output,
    defaultFormula: context.isOutline ? undefined : judgeDefault(attribute, place, found),
    isHidden: access === 'HIDDEN',
    isReadOnly: access === 'READ_ONLY',
    body: attribute,
  };
}

export function judgeItemCounts(
  id: string,
  { minItems, maxItems }: { minItems?: number | undefined; maxItems?: number | undefined },
  place: Place,
  found: ProblemList,
  pointer = '',
): void {
  if (minItems === undefined || maxItems === undefined || minItems <= maxItems) return;
  const fault = { kind: 'item-counts', attribute: shown(id), minItems, maxItems } as const;
  found.report(place, `${pointer}/minItems`, problem('invalid-restriction', fault));
}

function judgeTargetUnits(
  { units = [] }: StandardAttribute,
  place: Place,
  { units: named, found }: TargetContext,
): ReadonlyMap<string, Unit> {
  const allowed = new Map<string, Unit>();
  for (const [index, name] of units.entries()) {
    const unit = findStandardUnit(named, name);
    if (unit === undefined) found.report(place, `/units/${index}`, problem('unknown-unit', { unit: shown(name) }));
    else allowed.set(name, unit);
  }
  return allowed;
}

function judgeDefault(
  { defaultFormula, compositeAttribute }: StandardAttribute,
  place: Place,
  found: ProblemList,
): Target['defaultFormula'] {
  if (defaultFormula === undefined || defaultFormula.trim() === '') return undefined;
  const { tree, errors } = judgeOpenFormula(defaultFormula, productAttributes, compositeAttribute != null);
  for (const error of errors) found.report(place, '/defaultFormula', formulaProblem(error));
  return tree;
}

function judgeUniqueBy(target: Target, { attribute, place }: ReadAttribute, found: ProblemList): Target[] {
  return (attribute.uniqueBy ?? []).flatMap((name, index) => {
    const child = target.children.find(({ id, shapeName, path }) => id === name || shapeName === name || path === name);
    if (child === undefined)
      found.report(place, `/uniqueBy/${index}`, problem('unknown-target', { target: shown(name) }));
    return child ?? [];
  });
}

/** Converts targets to the attributes that formulas of the standard read. Values are found by their names in the channel shape. */
export function formulaAttributesOf(targets: readonly Target[]): FormulaAttribute[] {
  return targets.map(({ path, id, name, shapeName, typeId, isMultiValue, units, children }) => ({
    key: path,
    id,
    name,
    storageName: shapeName,
    type: typeId,
    isMultiValue,
    units: [...units.keys()],
    ...(typeId === 'composite' && { children: formulaAttributesOf(children) }),
  }));
}
