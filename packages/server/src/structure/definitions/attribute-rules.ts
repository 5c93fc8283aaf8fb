import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { maxNesting, nestingOf } from './attribute-key.ts';
import { judgeUnits, type UnitFault } from '../values/exact-quantity.ts';
import { shown } from '../values/quoted-text.ts';
import { judgeRestriction } from '../values/restriction-rules.ts';
import type { Attribute, ValueProblem } from '../values/structure-types.ts';

/** Case-sensitive names of the reserved fields of a product that do not begin with "__". */
const reservedAtTopLevel = new Set(['PRIMARY_ASSET', 'PACKAGING', 'QUANTITY']);

/**
 * Maximum number of bytes of a key. PostgreSQL limits an index entry, which contains the key, to about 2,700 bytes. The eight levels of
 * GDSN need about half of `maxKeyBytes`.
 */
const maxKeyBytes = 2_400;

/** Returns true if a name is reserved. No top-level attribute can have a reserved name. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') || reservedAtTopLevel.has(name);
}

/**
 * Judges one merged definition without its siblings.
 * @param path JSON Pointer of the definition
 * @param childCount the number of its children after the merge
 */
export function judgeAttribute(
  attribute: Attribute,
  path: string,
  childCount: number,
): { problems: ItemProblem[]; warnings: ItemProblem[] } {
  const problems: ItemProblem[] = [];
  const report = (pointer: string, found: ValueProblem): void => {
    problems.push({ ...found, path: path + pointer });
  };
  const { key, parentKey, id, name, typeId, multiValue } = attribute;
  const isComposite = typeId === 'composite';
  const named = shown(id);
  if (id.startsWith('__') || (parentKey === null && isReservedName(id))) {
    report('/id', problem('reserved-name', { kind: 'definition', name: named }));
  }
  // The name of a child becomes a key in stored rows.
  if (parentKey !== null && name.startsWith('__'))
    report('/name', problem('reserved-name', { kind: 'definition', name: shown(name) }));
  if (isComposite && !multiValue) {
    report('/type/multiValue', problem('composite-not-multi-value', { attribute: named }));
  }
  if (!isComposite && childCount > 0) {
    report('/type/id', problem('composite-has-children', { attribute: named, count: childCount }));
  }
  if (nestingOf(key) + Number(isComposite) > maxNesting) {
    report('/compositeAttribute', problem('nesting-too-deep', { attribute: named, maxLevels: maxNesting }));
  }
  if (Buffer.byteLength(key) > maxKeyBytes) {
    report('/id', problem('identity-too-long', { attribute: named, maxBytes: maxKeyBytes }));
  }
  const unitFault = typeId === 'quantity' ? judgeUnits(attribute.units) : undefined;
  if (unitFault !== undefined) report('/units', unitProblem(named, unitFault));
  const ofRestriction = judgeRestriction(attribute);
  for (const fault of ofRestriction.problems) report(fault.pointer, fault.problem);
  const warnings = ofRestriction.warnings.map((fault) => ({ ...fault.problem, path: path + fault.pointer }));
  return { problems, warnings };
}

function unitProblem(attribute: string, fault: UnitFault): ValueProblem {
  switch (fault.kind) {
    case 'units-missing':
      return problem('invalid-field', { kind: fault.kind, attribute });
    case 'unit-unknown':
      return problem('invalid-field', { kind: fault.kind, attribute, unit: shown(fault.unit) });
    case 'units-differ':
      return problem('invalid-field', { ...fault, attribute, unit: shown(fault.unit), other: shown(fault.other) });
  }
}
