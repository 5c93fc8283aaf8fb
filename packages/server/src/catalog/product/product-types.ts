/** What an attribute holds in storage: a text, a list of texts, or rows. Numbers are kept as their exact text. */
export type StoredValue = string | string[] | StoredRow[];
export interface StoredRow {
  [storageName: string]: StoredValue;
}

export interface PackagingLink {
  __ID: string;
  /** Positive decimal, exactly as it was sent. */
  QUANTITY: string;
}

/** The part of a product that people set: what an import compares and a history entry records. */
export interface ProductState {
  name: string | null;
  family: string | null;
  category: string | null;
  primaryAsset: string | null;
  /** Attribute id → value; an attribute without a value has no entry. */
  values: Record<string, StoredValue>;
  packaging: PackagingLink[] | null;
}

/** One changed attribute, as history keeps it: `old` absent where there was no value, `new` absent where it was removed. */
export interface ValueChange {
  attribute: string;
  old?: StoredValue | PackagingLink[];
  new?: StoredValue | PackagingLink[];
}

/** How reserved fields are called in answers and in history. */
export const reservedNames = {
  name: '__NAME',
  family: '__FAMILY',
  category: '__CATEGORY',
  primaryAsset: 'PRIMARY_ASSET',
  packaging: 'PACKAGING',
} as const;
