import type { QueryFault } from '@pimento/contract';
import type { CompiledAttribute, CompiledStructure } from '../../structure/index.ts';
import { cleanIdentifier } from '@pimento/contract/text';
import { findReservedField } from '../product/reserved-field-rules.ts';
import {
  type ProductState,
  reservedNames,
  type StoredRow,
  type StoredValue,
  type ValueChange,
} from '../product/product-types.ts';
import { namesIn } from '../views/condition-text-rules.ts';
import { descend, findTopLevel, type Judged } from '../views/product-condition-rules.ts';
import { earlierIndex } from './row-matching-rules.ts';

/** A value as history stores it. */
export type HeldValue = NonNullable<ValueChange['old']>;

/** The position of a value in a composite, as row indexes and storage names of attributes in turn. Empty for the whole value. */
export type RowPath = readonly (string | number)[];

/** The position of a value in a product. */
export interface ValuePath {
  /** The name of the attribute in history: its id or a reserved name. */
  attribute: string;
  path: RowPath;
}

const isRow = (item: unknown): item is StoredRow => typeof item === 'object' && item !== null && !Array.isArray(item);

const rowsOf = (value: unknown): StoredRow[] | undefined =>
  Array.isArray(value) && value.every(isRow) ? value : undefined;

/** Returns the value or the row at a position. @returns undefined if there is none */
export function valueAt(value: unknown, path: RowPath): HeldValue | StoredRow | undefined {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = rowsOf(found)?.[step];
    else found = isRow(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found as HeldValue | StoredRow | undefined; // each part of a stored value is a value or a row
}

/**
 * Returns the position that a value had in an earlier version of a composite.
 * @param isExact true to match only rows that are identical in both versions; false to match changed rows too
 * @returns undefined if a row on the path has no match in the earlier version
 */
export function earlierPath(value: unknown, earlier: unknown, path: RowPath, isExact: boolean): RowPath | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === 'number') {
    const index = earlierIndex(rowsOf(value) ?? [], rowsOf(earlier) ?? [], step, isExact);
    const inner =
      index === undefined ? undefined : earlierPath(rowsOf(value)?.[step], rowsOf(earlier)?.[index], rest, isExact);
    return index === undefined || inner === undefined ? undefined : [index, ...inner];
  }
  const inner = earlierPath(valueAt(value, [step]), valueAt(earlier, [step]), rest, isExact);
  return inner && [step, ...inner];
}

/** Returns the value that a product has for an attribute or a reserved field. @returns undefined if it has none */
export function heldValue(state: ProductState, attribute: string): HeldValue | undefined {
  for (const key of ['name', 'family', 'category', 'primaryAsset', 'packaging'] as const)
    if (reservedNames[key] === attribute) return state[key] ?? undefined;
  return Object.hasOwn(state.values, attribute) ? state.values[attribute] : undefined;
}

const rowNumber = /^\d{1,7}$/;

/** Resolves the rows and children of a composite. The first step is a row. */
function judgeSteps(top: CompiledAttribute, steps: readonly string[]): Judged<RowPath> {
  const path: (string | number)[] = [];
  let last = top;
  for (const [at, step] of steps.entries()) {
    if (at % 2 === 1) {
      const found = descend(last, [step]);
      if ('fault' in found) return found;
      ({ last } = found.value);
      path.push(last.storageName);
    } else {
      if (last.childrenByRowKey === null) return { fault: { kind: 'not-composite', name: step, parent: last.name } };
      if (!rowNumber.test(step)) return { fault: { kind: 'no-row', name: step, parent: last.name } };
      path.push(Number(step));
    }
  }
  return { value: path };
}

/** Parses a path like `ingredients/0/name`. The index of the first row is 0. */
export function judgeValuePath(structure: CompiledStructure, text: string): Judged<ValuePath> {
  const [first = '', ...steps] = namesIn(text);
  const reserved = findReservedField(cleanIdentifier(first));
  if (reserved && reserved.column !== 'productId')
    return steps.length === 0
      ? { value: { attribute: reserved.name, path: [] } }
      : { fault: { kind: 'inside-text', name: reserved.name } };
  const top = findTopLevel(structure, first);
  if ('fault' in top) return top;
  const judged = judgeSteps(top.value, steps);
  return 'fault' in judged ? judged : { value: { attribute: top.value.id, path: judged.value } };
}

/** Returns a fault if the product does not have the row that a path names. A cell may be empty, because it may have had a value before. */
export function judgeRow(
  value: StoredValue | HeldValue | undefined,
  { attribute, path }: ValuePath,
): QueryFault | undefined {
  const last = path.findLastIndex((step) => typeof step === 'number');
  if (last < 0 || valueAt(value, path.slice(0, last + 1)) !== undefined) return undefined;
  return { kind: 'no-row', name: String(path[last]), parent: String(path[last - 1] ?? attribute) };
}
