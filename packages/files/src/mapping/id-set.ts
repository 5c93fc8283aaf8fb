const firstCapacity = 1 << 10;
/** The hash table grows when a larger share of it is used, because searches in a fuller table take longer. */
const maxLoad = 0.5;

/**
 * A set of strings that keeps only a 64-bit hash of each. A million ids take at most 32 MB; in a `Set`, they can take 100 MB. The
 * probability that two of a million different ids have the same hash is 1 in 37 million.
 */
export class IdSet {
  /** Pairs of 32-bit numbers; a pair of zeros is a free slot. */
  #table = new Uint32Array(firstCapacity * 2);
  #size = 0;

  /** Adds an id; returns false if the set contains it. */
  add(id: string): boolean {
    let low = 0x811c9dc5;
    let high = 0x9747b28c;
    for (let at = 0; at < id.length; at++) {
      const code = id.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ code, 0x85ebca6b);
      high ^= high >>> 13;
    }
    low = (low ^ (low >>> 16)) >>> 0;
    // zero marks a free slot
    if (!this.#insert(low, high >>> 0 || 1)) return false;
    this.#size += 1;
    if (this.#size > (this.#table.length / 2) * maxLoad) this.#grow();
    return true;
  }

  #insert(low: number, high: number): boolean {
    const table = this.#table;
    const places = table.length / 2;
    for (let place = (low ^ high) & (places - 1); ; place = (place + 1) & (places - 1)) {
      const stored = table[place * 2 + 1];
      if (stored === high && table[place * 2] === low) return false;
      if (stored !== 0) continue;
      table[place * 2] = low;
      table[place * 2 + 1] = high;
      return true;
    }
  }

  #grow(): void {
    const former = this.#table;
    this.#table = new Uint32Array(former.length * 2);
    for (let at = 0; at < former.length; at += 2) {
      const [low = 0, high = 0] = [former[at], former[at + 1]];
      if (high !== 0) this.#insert(low, high);
    }
  }
}
