import type { ProductId } from '../../platform/core.ts';
import type { CompiledAttribute, CompiledStructure } from '../../structure/core.ts';

/** Represents PRIMARY_ASSET in lists of attribute keys. No attribute can have this key. */
const primaryPlace = 'PRIMARY_ASSET';

/** The parts of a product that can refer to assets, in their stored form. */
export interface ReferringState {
  primaryAsset: string | null;
  values: Record<string, unknown>;
}

/** Maps each asset value of a product to the keys of the attributes that have this value, and to PRIMARY_ASSET for the primary asset. */
export type References = ReadonlyMap<string, ReadonlySet<string>>;
type FoundReferences = Map<string, Set<string>>;

/** A product before and after it was written. */
export interface StateChange {
  productId: ProductId;
  before: ReferringState | undefined;
  after: ReferringState;
}

/** The assets that a product refers to after a change. */
export interface ReferenceChange {
  productId: ProductId;
  /** True if the product did not refer to any assets before. */
  isNew: boolean;
  references: References;
}

const plans = new WeakMap<CompiledStructure, CompiledAttribute[]>();

const holdsAssets = (attribute: CompiledAttribute): boolean =>
  attribute.typeId === 'asset' || attribute.children.some(holdsAssets);

/**
 * Returns the top-level attributes that are assets or contain assets. The result is cached for each structure. It stays valid, because
 * imports add only string attributes to a structure.
 */
function planOf(structure: CompiledStructure): CompiledAttribute[] {
  const known = plans.get(structure);
  if (known) return known;
  const plan = structure.topLevel.filter(holdsAssets);
  plans.set(structure, plan);
  return plan;
}

function addReference(found: FoundReferences, value: string, place: string): void {
  const places = found.get(value);
  if (places) places.add(place);
  else found.set(value, new Set([place]));
}

function collect(found: FoundReferences, attribute: CompiledAttribute, stored: unknown): void {
  if (attribute.typeId === 'asset') {
    if (typeof stored === 'string') addReference(found, stored, attribute.key);
    else if (Array.isArray(stored))
      for (const one of stored) if (typeof one === 'string') addReference(found, one, attribute.key);
    return;
  }
  if (!Array.isArray(stored)) return;
  const children = attribute.children.filter(holdsAssets);
  for (const row of stored) {
    if (typeof row !== 'object' || row === null) continue;
    const cells = new Map<string, unknown>(Object.entries(row as object)); // the row is an object, as checked above
    for (const child of children) {
      const cell = cells.get(child.storageName);
      if (cell !== undefined) collect(found, child, cell);
    }
  }
}

const none: References = new Map();

/** Lists all assets that a product refers to, at any depth of its composites. */
export function listReferences(structure: CompiledStructure, state: ReferringState): References {
  const plan = planOf(structure);
  if (state.primaryAsset === null && plan.length === 0) return none;
  const found: FoundReferences = new Map();
  if (state.primaryAsset !== null) addReference(found, state.primaryAsset, primaryPlace);
  for (const attribute of plan) {
    if (Object.hasOwn(state.values, attribute.id)) collect(found, attribute, state.values[attribute.id]);
  }
  return found.size === 0 ? none : found;
}

function isSame(a: References, b: References): boolean {
  if (a.size !== b.size) return false;
  for (const [value, places] of a) {
    const others = b.get(value);
    if (!others || others.size !== places.size || !places.isSubsetOf(others)) return false;
  }
  return true;
}

/** Lists the products whose references changed, so that unchanged references are not written. */
export function listReferenceChanges(structure: CompiledStructure, changes: readonly StateChange[]): ReferenceChange[] {
  return changes.flatMap(({ productId, before, after }) => {
    const references = listReferences(structure, after);
    const isUnchanged = before !== undefined && isSame(references, listReferences(structure, before));
    return isUnchanged ? [] : [{ productId, isNew: false, references }];
  });
}
