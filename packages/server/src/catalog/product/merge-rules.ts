import {
  reservedNames,
  type PackagingLink,
  type ProductState,
  type StoredValue,
  type ValueChange,
} from './product-types.ts';

/**
 * The changes of one payload to one product. A field is undefined if the payload does not contain it, and null if the payload clears it.
 */
export interface ProductPatch {
  name: string | null | undefined;
  family: string | null | undefined;
  category: string | null | undefined;
  primaryAsset: string | null | undefined;
  /** Values by attribute id. Null clears the value. */
  values: Record<string, StoredValue | null>;
  packaging: PackagingLink[] | null | undefined;
}

export type MergeMode = 'delta' | 'replacement';

const isListOf = (list: unknown, text: string): boolean => Array.isArray(list) && list.length === 1 && list[0] === text;

/**
 * Returns true if two values are equal as JSON. The order of properties is ignored, but not the order of list items. A string equals a list
 * that contains only this string. After a change to the definition, payloads use the new form, and stored values keep the old form until
 * they are converted.
 */
function equalValues(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'string') return isListOf(b, a);
  if (typeof b === 'string') return isListOf(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index]));
  if (Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && equalValues(value, right.get(key)))
  );
}

const hasNothingCleared = (values: ProductPatch['values']): values is ProductState['values'] => {
  for (const attribute in values) if (values[attribute] === null) return false;
  return true;
};

function withoutCleared(values: ProductPatch['values']): ProductState['values'] {
  if (hasNothingCleared(values)) return values;
  const entries = Object.entries(values).filter((entry): entry is [string, StoredValue] => entry[1] !== null);
  return Object.fromEntries(entries);
}

export function createState(patch: ProductPatch): ProductState {
  return {
    name: patch.name ?? null,
    family: patch.family ?? null,
    category: patch.category ?? null,
    primaryAsset: patch.primaryAsset ?? null,
    values: withoutCleared(patch.values),
    packaging: patch.packaging ?? null,
  };
}

function change(attribute: string, old: ValueChange['old'] | null, next: ValueChange['new'] | null): ValueChange {
  return { attribute, ...(old == null ? {} : { old }), ...(next == null ? {} : { new: next }) };
}

function mergeValues(
  stored: ProductState['values'],
  patch: ProductPatch['values'],
  mode: MergeMode,
  changes: ValueChange[],
): ProductState['values'] {
  const before = new Map(Object.entries(stored));
  const after = new Map(mode === 'delta' ? before : []);
  for (const [attribute, value] of Object.entries(patch)) {
    if (value === null) after.delete(attribute);
    else if (!equalValues(before.get(attribute), value)) after.set(attribute, value);
    else after.set(attribute, before.get(attribute) ?? value);
  }
  for (const [attribute, value] of after) {
    const old = before.get(attribute);
    if (old !== value) changes.push(change(attribute, old, value));
  }
  for (const [attribute, old] of before) if (!after.has(attribute)) changes.push(change(attribute, old, null));
  return Object.fromEntries(after);
}

/**
 * Returns the fields (by reserved name) and the attributes (by id) whose values in a patch differ from the product. Ignores everything that
 * the patch does not contain. For a product with many values, this takes a fraction of the time of `mergeProduct`.
 */
export function findDifferences(stored: ProductState, patch: ProductPatch): string[] {
  const fields = ['name', 'family', 'category', 'primaryAsset', 'packaging'] as const;
  const differing: string[] = fields
    .filter((field) => patch[field] !== undefined && !equalValues(stored[field], patch[field]))
    .map((field) => reservedNames[field]);
  for (const [attribute, value] of Object.entries(patch.values)) {
    const held = Object.hasOwn(stored.values, attribute) ? (stored.values[attribute] ?? null) : null;
    if (!equalValues(held, value)) differing.push(attribute);
  }
  return differing;
}

/**
 * Applies a payload to a product. A delta keeps the fields and attributes that the payload does not contain. A replacement removes them. If
 * the result has no changes, nothing has to be written.
 */
export function mergeProduct(
  stored: ProductState,
  patch: ProductPatch,
  mode: MergeMode,
): { state: ProductState; changes: ValueChange[] } {
  const changes: ValueChange[] = [];
  const pick = <T extends StoredValue | PackagingLink[]>(
    label: string,
    old: T | null,
    next: T | null | undefined,
  ): T | null => {
    const merged = next === undefined ? (mode === 'delta' ? old : null) : next;
    if (equalValues(old, merged)) return old;
    changes.push(change(label, old, merged));
    return merged;
  };
  const state = {
    name: pick(reservedNames.name, stored.name, patch.name),
    family: pick(reservedNames.family, stored.family, patch.family),
    category: pick(reservedNames.category, stored.category, patch.category),
    primaryAsset: pick(reservedNames.primaryAsset, stored.primaryAsset, patch.primaryAsset),
    packaging: pick(reservedNames.packaging, stored.packaging, patch.packaging),
    values: mergeValues(stored.values, patch.values, mode, changes),
  };
  return { state, changes };
}
