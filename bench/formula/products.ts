import { type FormulaAttribute, type RawRow } from '@pimento/formula';

/** Number of attributes of each kind in a product. All attributes have a value. */
const counts = { text: 60, number: 20, weight: 5, code: 10, composite: 5 };
const rowsPerComposite = 10;
const words = 'cotton steel blue classic garden kitchen modern small large water light wood paper travel summer'.split(
  ' ',
);

const attribute = (
  id: string,
  type: FormulaAttribute['type'],
  more: Partial<FormulaAttribute> = {},
): FormulaAttribute => ({
  key: id,
  id,
  storageName: id,
  type,
  isMultiValue: type === 'composite',
  ...more,
});

const names = (kind: keyof typeof counts) => Array.from({ length: counts[kind] }, (_, index) => `${kind}_${index}`);

export const attributes: readonly FormulaAttribute[] = [
  ...names('text').map((id) => attribute(id, 'string')),
  ...names('number').map((id) => attribute(id, 'decimal')),
  ...names('weight').map((id) => attribute(id, 'decimal', { units: ['kg'] })),
  ...names('code').map((id) => attribute(id, 'string')),
  ...names('composite').map((id) =>
    attribute(id, 'composite', {
      children: ['name', 'value', 'unit'].map((name) => attribute(name, 'string', { key: `${id}/${name}` })),
    }),
  ),
];

/** The 500 source values that have an entry in every value map. */
export const codes = Array.from({ length: 500 }, (_, index) => `code ${index}`);

/** Creates products whose `text` values are almost certainly unique. The same seed gives the same products. */
export class ProductSource {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns the next `count` products, each as JSON. */
  take(count: number): string[] {
    return Array.from({ length: count }, () => JSON.stringify(this.#product()));
  }

  #product(): RawRow {
    const product: Record<string, RawRow[string]> = {};
    for (const id of names('text')) product[id] = `${this.#word()} ${this.#word()} ${this.#next(1e9).toString(36)}`;
    for (const id of names('number')) product[id] = `${this.#next(10_000)}.${10 + this.#next(89)}`;
    for (const id of names('weight')) product[id] = `${this.#next(1_000)}.${100 + this.#next(899)}`;
    for (const id of names('code')) product[id] = codes[this.#next(codes.length)];
    for (const id of names('composite')) product[id] = Array.from({ length: rowsPerComposite }, () => this.#row());
    return product;
  }

  #row(): RawRow {
    return { name: `${this.#word()} ${this.#next(1e6).toString(36)}`, value: String(this.#next(1e6)), unit: 'mm' };
  }

  #word(): string {
    return words[this.#next(words.length)] ?? '';
  }

  /** Returns a pseudo-random integer from 0 to `limit` - 1 (linear congruential generator). */
  #next(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 0x1_0000_0000) * limit);
  }
}
