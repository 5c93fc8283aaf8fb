import type { RawRow, RawValue } from '../values/value.ts';

/** The names of the stored values that a set of formulas reads. Each name has a slot, so that formulas find the value by index. */
export class SlotTable {
  readonly #slots = new Map<string, number>();
  readonly #names: string[] = [];

  /** Returns the slot of a stored name. Adds the name if it is new. */
  slotOf(storageName: string): number {
    const known = this.#slots.get(storageName);
    if (known !== undefined) return known;
    this.#slots.set(storageName, this.#names.length);
    return this.#names.push(storageName) - 1;
  }

  /** The stored names, in the order of their slots. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Puts the values of a product into slots. Only own properties are read. */
  fill(product: RawRow, slots: RawValue[]): void {
    for (let slot = 0; slot < this.#names.length; slot += 1) {
      const name = this.#names[slot] ?? '';
      slots[slot] = Object.hasOwn(product, name) ? product[name] : undefined;
    }
  }
}
