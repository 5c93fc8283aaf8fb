import type { RawValue } from '@pimento/formula';
import { StoredScanner } from './stored-scanner.ts';

/** The stored values of a product. Reserved fields are stored in separate columns, and no attribute can have one of their names. */
export interface StoredValues {
  productId: string;
  name: string | null;
  family: string | null;
  category: string | null;
  primaryAsset: string | null;
  /** JSON text in the form in which PostgreSQL prints it. */
  values: string;
}

type ReservedField = (product: StoredValues) => string | null;

const reservedFields: Readonly<Record<string, ReservedField>> = {
  __ID: ({ productId }) => productId,
  __NAME: ({ name }) => name,
  __FAMILY: ({ family }) => family,
  __CATEGORY: ({ category }) => category,
  PRIMARY_ASSET: ({ primaryAsset }) => primaryAsset,
};

/** Reads the values of products that formulas need into slots. */
export class ProductReader {
  readonly #scanner: StoredScanner;
  readonly #reserved: readonly { slot: number; read: ReservedField }[];
  readonly #empty: readonly RawValue[];

  /** @param names the stored names, in the order of their slots */
  constructor(names: readonly string[]) {
    this.#scanner = new StoredScanner(names);
    this.#empty = names.map(() => undefined);
    this.#reserved = Object.entries(reservedFields).flatMap(([name, read]) => {
      const slot = names.indexOf(name);
      return slot === -1 ? [] : [{ slot, read }];
    });
  }

  /** Returns false if formulas read more values than this reader, because the formulas were compiled later. */
  reads(names: readonly string[]): boolean {
    return names.length === this.#empty.length;
  }

  read(product: StoredValues): RawValue[] {
    const slots = this.#empty.slice();
    this.#scanner.scan(product.values, slots);
    for (const { slot, read } of this.#reserved) slots[slot] = read(product);
    return slots;
  }
}
