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
}

/**
 * 32 bits of a text, different for each seed. Two of them and a third of the exact id stand for an id: a body of a million ids meets a
 * false twin once in many millions of bodies, and then a product is looked at twice and warned of for nothing. SHA-256 took 5 µs an id.
 */
function mix(text: string, seed: number): number {
  let hash = seed ^ 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x85ebca6b);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Remembers which ids a body has held, at 32 bytes an id in typed arrays instead of about 150 in a Map. Beyond `limit` ids nothing more
 * is noted.
 */
export function createSeenIds(limit = 4_000_000): SeenIds {
  let capacity = startSlots;
  // four numbers a slot: two hashes of the lower-case id, one of the exact id, and the place in the body plus one (0 is an empty slot)
  let slots = new Uint32Array(capacity * 4);
  let size = 0;

  function insert(lower: number, lower2: number, exact: number, place: number): void {
    let slot = lower & (capacity - 1);
    while (slots[slot * 4 + 3] !== 0) slot = (slot + 1) & (capacity - 1);
    slots.set([lower, lower2, exact, place], slot * 4);
  }

  function grow(): void {
    const old = slots;
    capacity *= 2;
    slots = new Uint32Array(capacity * 4);
    for (let at = 0; at < old.length; at += 4) {
      const [lower = 0, lower2 = 0, exact = 0, place = 0] = old.subarray(at, at + 4);
      if (place !== 0) insert(lower, lower2, exact, place);
    }
  }

  function find(lower: number, lower2: number, exact: number): SeenBefore {
    let caseTwinOf: number | undefined;
    for (let slot = lower & (capacity - 1); slots[slot * 4 + 3] !== 0; slot = (slot + 1) & (capacity - 1)) {
      if (slots[slot * 4] !== lower || slots[slot * 4 + 1] !== lower2) continue;
      const place = (slots[slot * 4 + 3] ?? 1) - 1;
      if (slots[slot * 4 + 2] === exact) return { duplicateOf: place, caseTwinOf: undefined };
      caseTwinOf ??= place;
    }
    return caseTwinOf === undefined ? nothing : { duplicateOf: undefined, caseTwinOf };
  }

  return {
    note(productId, index) {
      const lowered = productId.toLowerCase();
      const lower = mix(lowered, 1);
      const lower2 = mix(lowered, 2);
      const exact = mix(productId, 3);
      const before = find(lower, lower2, exact);
      if (before.duplicateOf !== undefined || size >= limit) return before;
      if (size * 2 >= capacity) grow();
      insert(lower, lower2, exact, index + 1);
      size++;
      return before;
    },
  };
}
