import { foldLook } from '@pimento/contract/text';
import { type ProductId, releaseChunk } from '../../platform/core.ts';

/** Indexes of earlier products of the body with the same or a similar id. */
export interface SeenBefore {
  /** Index of the first product with the same id. */
  duplicateOf: number | undefined;
  /**
   * Index of a product whose id differs only in letter case, blanks or width of characters. Undefined if there is a product with the same
   * id.
   */
  caseTwinOf: number | undefined;
}

const nothing: SeenBefore = { duplicateOf: undefined, caseTwinOf: undefined };

export interface SeenIds {
  /** Records an id with its index in the body. @returns earlier products with the same or a similar id */
  record(productId: ProductId, index: number): SeenBefore;
}

/** Computes a 32-bit hash of a string that depends on the seed. SHA-256 is not used, because it took 5 µs per id. */
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
 * Each slot has three numbers. The first is a hash of the folded id. The second has 16 bits of a second hash of the folded id (high) and 16
 * bits of a hash of the exact id (low). The third is the mark (see `indexBits`).
 */
const slotNumbers = 3;
const exactBits = 16;
/**
 * The low bits of a mark are the index in the body plus one. The high bits are more bits of the second hash of the folded id. A mark of 0
 * means that the slot is empty.
 */
const indexBits = 22;
const indexMask = (1 << indexBits) - 1;
/** Number of tables. Each grows independently, because growing one large table would need memory for the old and new copies of all ids. */
const tables = 16;
const startSlots = 1 << 8;

/** A hash table with open addressing. It grows by a quarter when more than 7/8 of its slots are in use. */
interface Table {
  slots: Uint32Array;
  capacity: number;
  size: number;
}

const createTable = (capacity: number): Table => ({
  slots: new Uint32Array(capacity * slotNumbers),
  capacity,
  size: 0,
});

function insert(table: Table, lower: number, more: number, mark: number): void {
  const { slots, capacity } = table;
  let slot = lower % capacity;
  while (slots[slot * slotNumbers + 2] !== 0) slot = slot + 1 === capacity ? 0 : slot + 1;
  slots[slot * slotNumbers] = lower;
  slots[slot * slotNumbers + 1] = more;
  slots[slot * slotNumbers + 2] = mark;
  table.size++;
}

function grow(table: Table): Table {
  const { slots } = table;
  const larger = createTable(table.capacity + (table.capacity >> 2));
  for (let at = 0; at < slots.length; at += slotNumbers) {
    const [lower = 0, more = 0, mark = 0] = slots.subarray(at, at + slotNumbers);
    if (mark !== 0) insert(larger, lower, more, mark);
  }
  releaseChunk(slots);
  return larger;
}

function find({ slots, capacity }: Table, lower: number, more: number, markBits: number): SeenBefore {
  let caseTwinOf: number | undefined;
  for (let slot = lower % capacity; ; slot = slot + 1 === capacity ? 0 : slot + 1) {
    const mark = slots[slot * slotNumbers + 2] ?? 0;
    if (mark === 0) return caseTwinOf === undefined ? nothing : { duplicateOf: undefined, caseTwinOf };
    if (slots[slot * slotNumbers] !== lower || mark >>> indexBits !== markBits) continue;
    const found = slots[slot * slotNumbers + 1] ?? 0;
    if (found >>> exactBits !== more >>> exactBits) continue;
    const place = (mark & indexMask) - 1;
    if (found === more) return { duplicateOf: place, caseTwinOf: undefined };
    caseTwinOf ??= place;
  }
}

/**
 * Records the ids of a body in typed arrays, which need 14 to 17 bytes per id. A Map needs about 150. The folded id is represented by 62
 * bits, so one in ten million bodies with a million ids gets a false warning about similar ids. 16 more bits distinguish duplicates from
 * ids that are only similar.
 * @param limit ids at this index or later are not recorded
 */
export function createSeenIds(limit = indexMask): SeenIds {
  const all = Array.from({ length: tables }, () => createTable(startSlots));
  return {
    record(productId, index) {
      const lowered = foldLook(productId);
      const lower = mix(lowered, 1);
      const lower2 = mix(lowered, 2);
      const at = lower2 % tables;
      const more = (((lower2 >>> 4) << exactBits) | (mix(productId, 3) >>> exactBits)) >>> 0;
      const markBits = lower2 >>> indexBits;
      const table = all[at] ?? createTable(startSlots);
      const before = find(table, lower, more, markBits);
      if (before.duplicateOf !== undefined || index >= limit) return before;
      const roomy = (table.size + 1) * 8 > table.capacity * 7 ? grow(table) : table;
      all[at] = roomy;
      insert(roomy, lower, more, ((markBits << indexBits) | (index + 1)) >>> 0);
      return before;
    },
  };
}
