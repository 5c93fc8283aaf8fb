/** A stored value: a string, a list of strings, or rows. Numbers are stored as their exact text. */
export type StoredValue = string | string[] | StoredRow[];
export interface StoredRow {
  [storageName: string]: StoredValue;
}

export interface PackagingLink {
  __ID: string;
  /** Positive decimal, exactly as in the request. */
  QUANTITY: string;
}

/** The part of a product that is set and compared by imports, and recorded in the history. */
export interface ProductState {
  name: string | null;
  family: string | null;
  category: string | null;
  primaryAsset: string | null;
  /** Attribute id → value. An attribute without a value has no entry. */
  values: Record<string, StoredValue>;
  packaging: PackagingLink[] | null;
}

/** One changed attribute, as recorded in history. `old` is missing if there was no value, `new` is missing if the value was removed. */
export interface ValueChange {
  attribute: string;
  old?: StoredValue | PackagingLink[];
  new?: StoredValue | PackagingLink[];
}

/** Names of the reserved fields in responses and in history. */
export const reservedNames = {
  name: '__NAME',
  family: '__FAMILY',
  category: '__CATEGORY',
  primaryAsset: 'PRIMARY_ASSET',
  packaging: 'PACKAGING',
} as const;
