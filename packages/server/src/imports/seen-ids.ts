import { hash } from 'node:crypto';

/** What is known of an id when it is met: the same id before, or one that differs in letter case only. */
export interface SeenBefore {
  duplicateOf: number | undefined;
  caseTwinOf: number | undefined;
}

const nothing: SeenBefore = { duplicateOf: undefined, caseTwinOf: undefined };
const startSlots = 1 << 12;

export interface SeenIds {
  /** Notes an id at its place in the body and tells where it was met before. */
  note(productId: string, index: number): SeenBefore;
  /** Products that were no longer noted, because the limit was reached. */
  readonly unnoted: number;
}

/**
 * Remembers which ids a body has held, at 16 bytes an id in typed arrays instead of about 150 in a Map: a million ids take 32 MB.
 * 64 bits of SHA-256 stand for the lower-case id and 32 more for the exact one. Beyond `limit` ids nothing more is noted.
 */
export function createSeenIds(limit = 4_000_000): SeenIds {
  let capacity = startSlots;
  let lower = new BigUint64Array(capacity);
  let exact = new Uint32Array(capacity);
  // index + 1, so that 0 is an empty slot; bodies of over 4 billion products do not exist within 4 GiB
  let places = new Uint32Array(capacity);
  let size = 0;
  let unnoted = 0;

  function insert(key: bigint, tag: number, place: number): void {
    let slot = Number(key & BigInt(capacity - 1));
    while (places[slot] !== 0) slot = (slot + 1) & (capacity - 1);
    lower[slot] = key;
    exact[slot] = tag;
    places[slot] = place;
  }

  function grow(): void {
    const old = { lower, exact, places, capacity };
    capacity *= 2;
    lower = new BigUint64Array(capacity);
    exact = new Uint32Array(capacity);
    places = new Uint32Array(capacity);
    for (let slot = 0; slot < old.capacity; slot++) {
      const place = old.places[slot]!; // inside the bounds, here and below
      if (place !== 0) insert(old.lower[slot]!, old.exact[slot]!, place);
    }
  }

  function find(key: bigint, tag: number): SeenBefore {
    let caseTwinOf: number | undefined;
    for (let slot = Number(key & BigInt(capacity - 1)); places[slot] !== 0; slot = (slot + 1) & (capacity - 1)) {
      if (lower[slot] !== key) continue;
      if (exact[slot] === tag) return { duplicateOf: places[slot]! - 1, caseTwinOf: undefined };
      caseTwinOf ??= places[slot]! - 1;
    }
    return caseTwinOf === undefined ? nothing : { duplicateOf: undefined, caseTwinOf };
  }

  return {
    note(productId, index) {
      const digest = hash('sha256', productId, 'buffer');
      const lowered = productId.toLowerCase();
      const key = (lowered === productId ? digest : hash('sha256', lowered, 'buffer')).readBigUInt64LE(0);
      const tag = digest.readUInt32LE(8);
      const before = find(key, tag);
      if (before.duplicateOf !== undefined) return before;
      if (size >= limit) {
        unnoted++;
        return before;
      }
      if (size * 2 >= capacity) grow();
      insert(key, tag, index + 1);
      size++;
      return before;
    },
    get unnoted() {
      return unnoted;
    },
  };
}
