const firstCapacity = 1 << 10;
/** The table grows when it is fuller than this; fuller tables need longer searches. */
const maxLoad = 0.5;
const hashLength = 2;

/**
 * Ids with numbers of 32 bits for each. It keeps only a hash of 64 bits of each id: a million ids take at most 32 MB without numbers, and
 * in a `Set` up to 100 MB. Two of a million different ids have the same hash with a probability of 1 in 37 million.
 */
export class IdTable {
  readonly #width: number;
  /** For each id its hash and its numbers; a hash of zeros is a free place. */
  #table: Uint32Array;
  #size = 0;

  /** @param numbers how many numbers belong to each id */
  constructor(numbers = 0) {
    this.#width = hashLength + numbers;
    this.#table = new Uint32Array(firstCapacity * this.#width);
  }

  /** Adds an id with its numbers. @returns the numbers of the same id if the table has it already; undefined if it was added */
  add(id: string, numbers: readonly number[] = []): Uint32Array | undefined {
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    for (let at = 0; at < id.length; at++) {
      const code = id.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b);
      high ^= high >>> 13;
    }
    low = (low ^ (low >>> 16)) >>> 0;
    // zero marks a free place
    const start = this.#find(low, high >>> 0 || 1);
    if (this.#table[start + 1] !== 0) return this.#table.subarray(start + hashLength, start + this.#width);
    this.#table[start] = low;
    this.#table[start + 1] = high >>> 0 || 1;
    for (let at = 0; at < numbers.length; at++) this.#table[start + hashLength + at] = numbers[at] ?? 0;
    this.#size += 1;
    if (this.#size > (this.#table.length / this.#width) * maxLoad) this.#grow();
    return undefined;
  }

  /** Returns the offset of a hash in the table, or of the free place for it. */
  #find(low: number, high: number): number {
    const table = this.#table;
    const places = table.length / this.#width;
    for (let place = (low ^ high) & (places - 1); ; place = (place + 1) & (places - 1)) {
      const start = place * this.#width;
      const stored = table[start + 1];
      if (stored === 0 || (stored === high && table[start] === low)) return start;
    }
  }

  #grow(): void {
    const former = this.#table;
    this.#table = new Uint32Array(former.length * 2);
    for (let at = 0; at < former.length; at += this.#width) {
      const high = former[at + 1] ?? 0;
      if (high === 0) continue;
      const start = this.#find(former[at] ?? 0, high);
      for (let part = 0; part < this.#width; part++) this.#table[start + part] = former[at + part] ?? 0;
    }
  }
}
