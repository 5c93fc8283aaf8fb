const firstCapacity = 1 << 10;
/** Maximum fraction of used slots. Beyond it the table grows, because searches take longer in fuller tables. */
const maxLoad = 0.5;
const hashLength = 2;

/**
 * A set of ids, each with some 32-bit numbers. It stores only a 64-bit hash of each id. A million ids without numbers take at most 32 MB. A
 * `Set` would need up to 100 MB. The probability that two of a million different ids have the same hash is 1 in 37 million.
 */
export class IdTable {
  readonly #width: number;
  /** The hash and the numbers of each id. A hash of zeros marks a free slot. */
  #table: Uint32Array;
  #size = 0;

  /** @param numbers how many numbers are stored with each id */
  constructor(numbers = 0) {
    this.#width = hashLength + numbers;
    this.#table = new Uint32Array(firstCapacity * this.#width);
  }

  /** Adds an id with its numbers. @returns the stored numbers if the table already contains the id, or undefined if the id was added */
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
    // a hash of zero would mark a free slot
    const start = this.#find(low, high >>> 0 || 1);
    if (this.#table[start + 1] !== 0) return this.#table.subarray(start + hashLength, start + this.#width);
    this.#table[start] = low;
    this.#table[start + 1] = high >>> 0 || 1;
    for (let at = 0; at < numbers.length; at++) this.#table[start + hashLength + at] = numbers[at] ?? 0;
    this.#size += 1;
    if (this.#size > (this.#table.length / this.#width) * maxLoad) this.#grow();
    return undefined;
  }

  /** Returns the offset of a hash in the table, or of the free slot for the hash. */
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
