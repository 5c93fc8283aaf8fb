import type { ProductId } from '../../platform/core.ts';
import type { PackagingLink, StoredValue } from '../../catalog/core.ts';
import type { EditedField, ResolvedChange } from './bulk-target-rules.ts';
import type { BulkSample } from './bulk-types.ts';
import { changedAt, changedLeaf, type Leaf } from './bulk-value-rules.ts';

/** The part of a stored product that the changes read. */
export interface ReadProduct extends Record<EditedField, string | null> {
  productId: ProductId;
  values: Record<string, StoredValue>;
}

/** A value to write, and its key in the payload. */
export interface KeyedValue {
  key: string;
  /** Undefined if there is no value. Only packaging has links as its value. */
  value: StoredValue | PackagingLink[] | undefined;
}

export interface EditedProduct {
  productId: ProductId;
  writes: KeyedValue[];
  /** The values that the product must still have when the writes are stored. */
  expected: KeyedValue[];
  /** For each change with an effect, the first value that it changes. */
  samples: BulkSample['values'];
}

type Target = ResolvedChange['target'];

const storedAt = (product: ReadProduct, { key, field }: Target): StoredValue | undefined =>
  field === undefined
    ? Object.hasOwn(product.values, key)
      ? product.values[key]
      : undefined
    : (product[field] ?? undefined);

const maxSampleText = 300;
const maxSampleItems = 20;
const shorten = (text: string) => (text.length > maxSampleText ? `${text.slice(0, maxSampleText)}…` : text);

/** Shortens long texts and lists for a sample. An absent value becomes null. */
function sampled(leaf: Leaf): string | string[] | null {
  if (leaf === undefined) return null;
  return typeof leaf === 'string' ? shorten(leaf) : leaf.slice(0, maxSampleItems).map(shorten);
}

/**
 * Maximum number of characters that the changes may add to a product. The default size limit of an imported product is the same number of
 * bytes.
 */
export const maxGrowth = 4 * 1024 ** 2;

/** Applies the changes to a product. Each change applies to the result of the previous changes. Pure. @throws GrowthError */
export function editProduct(product: ReadProduct, changes: readonly ResolvedChange[]): EditedProduct {
  const current = new Map<string, StoredValue | undefined>();
  const before = new Map<string, StoredValue | undefined>();
  const read = new Set<string>();
  const samples: BulkSample['values'] = [];
  const growth = { left: maxGrowth };
  const valueOf = (target: Target) => (current.has(target.key) ? current.get(target.key) : storedAt(product, target));
  for (const { change, target, source, isBlind } of changes) {
    const old = valueOf(target);
    const copied = source && (valueOf(source) as Leaf); // a source is never a composite
    let sample: BulkSample['values'][number] | undefined;
    const next = changedAt(old, target.inside, (leaf) => {
      const changed = changedLeaf(change, leaf, { isList: target.isList, copied, growth });
      if (changed !== leaf) sample ??= { attribute: change.attribute, before: sampled(leaf), after: sampled(changed) };
      return changed;
    });
    if (sample) samples.push(sample);
    if (!before.has(target.key)) before.set(target.key, old);
    if (!isBlind) read.add(target.key);
    if (source) {
      if (!before.has(source.key)) before.set(source.key, valueOf(source));
      read.add(source.key);
    }
    current.set(target.key, next);
  }
  const writes = [...current].filter(([key, value]) => value !== before.get(key));
  const keyed = ([key, value]: [string, StoredValue | undefined]): KeyedValue => ({ key, value });
  return {
    productId: product.productId,
    writes: writes.map(keyed),
    expected: writes.length === 0 ? [] : [...before].filter(([key]) => read.has(key)).map(keyed),
    samples,
  };
}

/** Returns the values to write. Call this only if no change depends on a stored value. */
export function blindWrites(changes: readonly ResolvedChange[]): KeyedValue[] {
  const writes = new Map<string, StoredValue | undefined>();
  for (const { change, target } of changes)
    writes.set(target.key, changedLeaf(change, undefined, { isList: target.isList, growth: { left: maxGrowth } }));
  return [...writes].map(([key, value]) => ({ key, value }));
}
