import type { BulkChange, QueryFault } from '@pimento/contract';
import { cleanIdentifier } from '@pimento/contract/text';
import { descend, findReservedField, findTopLevel, type Judged } from '../../catalog/core.ts';
import type { CompiledStructure } from '../../structure/core.ts';

/** The text fields of a product that a bulk edit can change. */
export type EditedField = 'name' | 'family' | 'category' | 'primaryAsset';
const fields: ReadonlySet<string> = new Set<EditedField>(['name', 'family', 'category', 'primaryAsset']);
const isField = (column: string): column is EditedField => fields.has(column);

/** The attribute or field that a change writes or copies. */
export interface BulkTarget {
  /** Key in the payload, which is the id of the top-level attribute or the name of the field. */
  key: string;
  /** Set for a text field of the product. */
  field: EditedField | undefined;
  /** Stored keys on the path from a row of the top-level attribute to the value. Empty if the value is not inside a composite. */
  inside: readonly string[];
  isList: boolean;
  isComposite: boolean;
}

/** A change whose attributes have been looked up, with its values in the storage format of the attribute. */
export interface ResolvedChange {
  change: BulkChange;
  target: BulkTarget;
  /** The attribute or field from which a `copy` change reads. Undefined for other changes. */
  source: BulkTarget | undefined;
  /** True if the result does not depend on stored values. */
  isBlind: boolean;
}

/** Finds the attribute or field at a path. */
function findTarget(structure: CompiledStructure, [first = '', ...deeper]: readonly string[]): Judged<BulkTarget> {
  const reserved = findReservedField(cleanIdentifier(first));
  if (reserved) {
    const { name, column } = reserved;
    if (!isField(column)) return { fault: { kind: 'not-editable', name } };
    if (deeper.length > 0) return { fault: { kind: 'inside-text', name } };
    return { value: { key: name, field: column, inside: [], isList: false, isComposite: false } };
  }
  const top = findTopLevel(structure, first);
  if ('fault' in top) return top;
  const found = descend(top.value, deeper);
  if ('fault' in found) return found;
  const { keys, last } = found.value;
  const isComposite = last.childrenByRowKey !== null;
  return { value: { key: top.value.id, field: undefined, inside: keys, isList: last.multiValue, isComposite } };
}

function faultOf(change: BulkChange, target: BulkTarget, source: BulkTarget | undefined): QueryFault | undefined {
  const name = change.attribute.at(-1) ?? '';
  const { kind } = change;
  if (target.isComposite && kind !== 'clear') return { kind: 'whole-composite', name };
  if ((kind === 'add' || kind === 'remove') && !target.isList) return { kind: 'not-a-list', name };
  if (kind === 'set' && Array.isArray(change.value) && !target.isList) return { kind: 'one-value', name };
  if (kind !== 'copy' || !source) return undefined;
  const copied = change.from.at(-1) ?? '';
  if (source.isComposite) return { kind: 'whole-composite', name: copied };
  return source.inside.length > 0 ? { kind: 'copied-row', name: copied } : undefined;
}

function resolveChange(structure: CompiledStructure, change: BulkChange): Judged<ResolvedChange> {
  const target = findTarget(structure, change.attribute);
  if ('fault' in target) return target;
  const source = change.kind === 'copy' ? findTarget(structure, change.from) : undefined;
  if (source && 'fault' in source) return source;
  const fault = faultOf(change, target.value, source?.value);
  if (fault) return { fault };
  const isBlind = target.value.inside.length === 0 && (change.kind === 'set' || change.kind === 'clear');
  return { value: { change, target: target.value, source: source?.value, isBlind } };
}

/** Finds the attributes and fields of all changes. @returns all faults if there are any, otherwise the resolved changes */
export function resolveChanges(
  structure: CompiledStructure,
  changes: readonly BulkChange[],
): { changes: ResolvedChange[] } | { faults: QueryFault[] } {
  const judged = changes.map((change) => resolveChange(structure, change));
  const faults = judged.flatMap((one) => ('fault' in one ? [one.fault] : []));
  if (faults.length > 0) return { faults };
  return { changes: judged.flatMap((one) => ('value' in one ? [one.value] : [])) };
}
