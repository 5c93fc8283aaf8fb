/**
 * Number of parts of a table. Each part grows independently, because growing one large table would need memory for the old and new copies
 * of all ids.
 */
const parts = 16;
const firstCapacity = 1 << 6;
/** Maximum fraction of a part's slots that may be in use before the part grows. Searches take longer in fuller tables. */
const maxLoad = 0.875;
/** A part grows by this fraction. With 0.5, a million ids with two numbers took 24 MB instead of 20. */
const growth = 0.25;
const hashLength = 2;

/** A hash table with open addressing. A slot contains the hash of an id and its numbers. It is free if the second word of the hash is 0. */
interface Part {
  slots: Uint32Array;
  capacity: number;
  size: number;
}

/** Frees the memory of slots, which the garbage collector would do much later. */
function releaseSlots({ buffer }: Uint32Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * A set of ids, each with some 32-bit numbers. It stores only a 64-bit hash of each id. A million ids without numbers take at most 12 MB. A
 * `Set` would need up to 100 MB. The probability that two of a million different ids have the same hash is 1 in 37 million.
 */
export class IdTable {
  readonly #width: number;
  readonly #parts: Part[];

  /** @param numbers how many numbers are stored with each id */
  constructor(numbers = 0) {
    this.#width = hashLength + numbers;
    this.#parts = Array.from({ length: parts }, () => this.#createPart(firstCapacity));
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
    // 0 would mark a free slot
    high = high >>> 0 || 1;
    const number = low % parts;
    const part = this.#parts[number] ?? this.#createPart(firstCapacity);
    const start = this.#find(part, low, high);
    if (part.slots[start + 1] !== 0) return part.slots.subarray(start + hashLength, start + this.#width);
    part.slots[start] = low;
    part.slots[start + 1] = high;
    for (let at = 0; at < numbers.length; at++) part.slots[start + hashLength + at] = numbers[at] ?? 0;
    part.size += 1;
    if (part.size > part.capacity * maxLoad) this.#parts[number] = this.#grown(part);
    return undefined;
  }

  /** Frees the memory of the table, which must not be used any more. */
  release(): void {
    for (const { slots } of this.#parts) releaseSlots(slots);
  }

  #createPart = (capacity: number): Part => ({ slots: new Uint32Array(capacity * this.#width), capacity, size: 0 });

  /** Returns the offset of a hash in a part, or of the free slot for the hash. */
  #find({ slots, capacity }: Part, low: number, high: number): number {
    for (let place = ((low ^ high) >>> 0) % capacity; ; place = place + 1 === capacity ? 0 : place + 1) {
      const start = place * this.#width;
      const stored = slots[start + 1];
      if (stored === 0 || (stored === high && slots[start] === low)) return start;
    }
  }

  #grown({ slots: former, capacity, size }: Part): Part {
    const larger = this.#createPart(capacity + Math.floor(capacity * growth));
    larger.size = size;
    for (let at = 0; at < former.length; at += this.#width) {
      const high = former[at + 1] ?? 0;
      if (high === 0) continue;
      const start = this.#find(larger, former[at] ?? 0, high);
      for (let offset = 0; offset < this.#width; offset++) larger.slots[start + offset] = former[at + offset] ?? 0;
    }
    releaseSlots(former);
    return larger;
  }
}
