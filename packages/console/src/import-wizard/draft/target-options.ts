import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';
import type { ColumnTarget } from './draft-types.ts';

export interface TargetOption {
  target: ColumnTarget;
  label: string;
  /** Units of a quantity. */
  units?: readonly string[] | undefined;
}

const isComposite = ({ type }: AttributeDefinition): boolean => type.id.toLowerCase() === 'composite';

/** Returns the key of a target in a select. A list and a single value of one attribute are the same option. */
export const targetKey = ({ kind, path }: ColumnTarget): string => JSON.stringify([kind === 'row', ...path]);

function* optionsBelow(
  structure: Structure,
  definition: AttributeDefinition,
  above: { path: string[]; label: string },
): Generator<TargetOption> {
  const isTop = above.path.length === 0;
  // products contain attributes by id, but rows contain children by name
  const path = [...above.path, isTop ? definition.id : definition.name];
  const name = structure.nameOf(definition);
  const label = isTop ? name : `${above.label} › ${name}`;
  if (!isComposite(definition)) {
    const units = definition.type.id.toLowerCase() === 'quantity' ? definition.units : undefined;
    yield { target: { kind: definition.type.multiValue ? 'list' : 'value', path }, label, units };
    return;
  }
  yield { target: { kind: 'row', path }, label: `${label} #` };
  for (const child of structure.childrenOf(definition.path)) yield* optionsBelow(structure, child, { path, label });
}

/** Returns all targets, which are reserved fields, attributes in the order of their definitions, and packaging. */
export function targetOptions(structure: Structure, fields: Record<string, string>): TargetOption[] {
  const field = (path: string[], label: string): TargetOption => ({ target: { kind: 'value', path }, label });
  const packaging = fields['PACKAGING'] ?? 'PACKAGING';
  return [
    ...['__ID', '__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET'].map((key) => field([key], fields[key] ?? key)),
    ...structure.topLevel.flatMap((definition) => [...optionsBelow(structure, definition, { path: [], label: '' })]),
    { target: { kind: 'row', path: ['PACKAGING'] }, label: `${packaging} #` },
    field(['PACKAGING', '__ID'], `${packaging} › ${fields['__ID'] ?? '__ID'}`),
    field(['PACKAGING', 'QUANTITY'], `${packaging} › ${fields['QUANTITY'] ?? 'QUANTITY'}`),
  ];
}

/** Finds the option for a target. Returns undefined for a new attribute. */
export const findOption = (target: ColumnTarget, options: readonly TargetOption[]): TargetOption | undefined =>
  options.find((option) => targetKey(option.target) === targetKey(target));

/** Returns the label of a target. If no option has this target, as for a new attribute, returns its path. */
export const targetLabel = (target: ColumnTarget, options: readonly TargetOption[]): string =>
  findOption(target, options)?.label ?? target.path.join(' › ');

const separators = ['|', ';', '\n', ','];

/** Guesses the separator of the lists in a column. Returns undefined if no cell contains a known separator. */
export const guessSeparator = (cells: readonly string[]): string | undefined =>
  separators.find((separator) => cells.some((cell) => cell.includes(separator)));
