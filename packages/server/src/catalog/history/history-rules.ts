import type { JobOrigin } from '@pimento/contract';
import type { ProductId } from '../../platform/core.ts';
import {
  type PackagingLink,
  type ProductState,
  reservedNames,
  type StoredValue,
  type ValueChange,
} from '../product/product-types.ts';
import { packagingText, type ProductView, valueText } from '../views/product-view-rules.ts';

/** One entry of a product's history, stored or rebuilt. */
export interface HistoryRow {
  historyId: string;
  at: Date;
  kind: 'created' | 'updated' | 'deleted';
  actor: string;
  jobId: string | null;
  changes: ValueChange[];
}

/** One lifetime of a product id, from creation to deletion. */
export interface Lifetime {
  createdAt: Date;
  createdBy: string;
  createdJob: string | null;
  /** historyId of the deletion of the previous product with this id, or null if there was none. */
  previousEnd: string | null;
  /** historyId of the first change of this product, or null if it has not changed. */
  firstChange: string | null;
}

const numberOf = (uuid: string) => BigInt(`0x${uuid.replaceAll('-', '')}`);

function uuidOf(number: bigint): string {
  const hex = number.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns `candidate`, or the next UUID after `last` if `last` is equal or later. This keeps history in order if clocks differ. */
function historyIdAfter(candidate: string, last: string | null): string {
  return last !== null && candidate <= last ? uuidOf(numberOf(last) + 1n) : candidate;
}

/**
 * Computes the historyId of a creation: the smallest UUIDv7 of its millisecond. A creation has no history row while the product exists, so
 * its id must be computed, with the same result every time. If necessary, the result is moved between the previous and the next entry. The
 * database sets the time of creation, and the server creates all other ids, so their clocks may differ.
 */
export function creationId(life: Pick<Lifetime, 'createdAt' | 'previousEnd' | 'firstChange'>): string {
  const millisecond = BigInt(Math.max(0, life.createdAt.getTime()));
  const own = historyIdAfter(uuidOf((millisecond << 80n) | (0x7n << 76n) | (0x8n << 60n)), life.previousEnd);
  return life.firstChange !== null && own >= life.firstChange ? uuidOf(numberOf(life.firstChange) - 1n) : own;
}

/** Converts a state to changes that add every field (`new`) or remove every field (`old`). */
function wholeState(state: ProductState, side: 'old' | 'new'): ValueChange[] {
  const held: [string, StoredValue | PackagingLink[] | null][] = [
    [reservedNames.name, state.name],
    [reservedNames.family, state.family],
    [reservedNames.category, state.category],
    [reservedNames.primaryAsset, state.primaryAsset],
    [reservedNames.packaging, state.packaging],
    ...Object.entries(state.values),
  ];
  return held.flatMap(([attribute, value]) => (value === null ? [] : [{ attribute, [side]: value }]));
}

/**
 * Returns the state at creation as a list of changes. Starts from the current state and restores each changed attribute to the value before
 * its first change.
 * @param firstChanges the first change of each attribute
 */
export function initialState(state: ProductState, firstChanges: readonly ValueChange[]): ValueChange[] {
  const initial = new Map(wholeState(state, 'new').map((change) => [change.attribute, change]));
  for (const { attribute, old } of firstChanges) {
    if (old === undefined) initial.delete(attribute);
    else initial.set(attribute, { attribute, new: old });
  }
  return [...initial.values()];
}

export function creationEntry(life: Lifetime, changes: ValueChange[]): HistoryRow {
  return {
    historyId: creationId(life),
    at: life.createdAt,
    kind: 'created',
    actor: life.createdBy,
    jobId: life.createdJob,
    changes,
  };
}

/** A product to be deleted, with the data for its last history entries. */
export interface ProductToDelete {
  productId: ProductId;
  state: ProductState;
  life: Lifetime;
  lastHistoryId: string | null;
  /** The first change of each attribute since the creation. */
  firstChanges: ValueChange[];
}

/**
 * Builds the last two history entries of a deleted product: the creation, which so far was recorded only in the product's row, and the
 * deletion with all values.
 * @param end.candidate the id of the deletion, unless the order of history requires a later id
 */
export function deletionEntries(
  { state, life, lastHistoryId, firstChanges }: ProductToDelete,
  end: { candidate: string; at: Date; actor: string },
): [creation: HistoryRow, deletion: HistoryRow] {
  const creation = creationEntry(life, initialState(state, firstChanges));
  return [
    creation,
    {
      historyId: historyIdAfter(historyIdAfter(end.candidate, lastHistoryId), creation.historyId),
      at: end.at,
      kind: 'deleted',
      actor: end.actor,
      jobId: null,
      changes: wholeState(state, 'old'),
    },
  ];
}

/** Rebuilds the state of a product from the changes recorded at deletion. */
export function deletedState(changes: readonly ValueChange[]): ProductState {
  const held = new Map(changes.map(({ attribute, old }) => [attribute, old]));
  const take = (name: string) => {
    const value = held.get(name) ?? null;
    held.delete(name);
    return value;
  };
  const takeText = (name: string) => take(name) as string | null; // the name is reserved, so wholeState wrote a string
  const state = {
    name: takeText(reservedNames.name),
    family: takeText(reservedNames.family),
    category: takeText(reservedNames.category),
    primaryAsset: takeText(reservedNames.primaryAsset),
    packaging: take(reservedNames.packaging) as PackagingLink[] | null, // wholeState wrote links
  };
  // the reserved names were removed above, so only entries of attributes are left
  const values = [...held].filter((entry): entry is [string, StoredValue] => entry[1] !== undefined);
  return { ...state, values: Object.fromEntries(values) };
}

/** Formats the whole value of an attribute or a reserved field as JSON text. */
export function sideText(view: ProductView, attribute: string, value: NonNullable<ValueChange['old']>): string {
  // The name is reserved for packaging, so the value is a list of links.
  if (attribute === reservedNames.packaging) return packagingText(value as PackagingLink[]);
  return valueText(view.attributes.get(attribute), value as StoredValue); // only packaging has links, so the value is not a list of links
}

const reservedOrder: readonly string[] = Object.values(reservedNames);

function rankOf(view: ProductView, attribute: string): number {
  const index = reservedOrder.indexOf(attribute);
  if (index >= 0) return index - reservedOrder.length;
  return view.attributes.get(attribute)?.rank ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Splits an actor of the form `key:<keyId>`, `user:<personId>` or `system:<name>`. Any other text is treated as the name of a system actor.
 */
export function actorParts(actor: string): { kind: 'key' | 'user' | 'system'; id: string } {
  const [, kind, id = actor] = /^(key|user|system):(.*)$/s.exec(actor) ?? [];
  return { kind: kind === 'key' || kind === 'user' ? kind : 'system', id };
}

/** Formats everything but the changes of an entry as the beginning of a JSON object, without its closing brace. */
export function entryHead(row: Omit<HistoryRow, 'changes'>, actorNames: ReadonlyMap<string, string>): string {
  const { kind, id } = actorParts(row.actor);
  const head = {
    historyId: row.historyId,
    at: row.at,
    kind: row.kind,
    actor: { kind, id, name: actorNames.get(row.actor) ?? null },
    jobRef: row.jobId,
  };
  return JSON.stringify(head).slice(0, -1);
}

/**
 * Formats a `HistoryEntry` as JSON text. Values have the same format as in a product, in the order of the definitions.
 * @param origin the origin of the import job, if it is known
 */
export function historyText(
  view: ProductView,
  row: HistoryRow,
  actorNames: ReadonlyMap<string, string>,
  origin?: JobOrigin,
): string {
  const changes = row.changes
    .toSorted((a, b) => rankOf(view, a.attribute) - rankOf(view, b.attribute))
    .map(({ attribute, old, new: next }) => {
      const before = old === undefined ? '' : `,"old":${sideText(view, attribute, old)}`;
      const after = next === undefined ? '' : `,"new":${sideText(view, attribute, next)}`;
      return `{"attribute":${JSON.stringify(attribute)}${before}${after}}`;
    });
  const source = origin === undefined ? '' : `,"origin":"${origin}"`;
  return `${entryHead(row, actorNames)}${source},"changes":[${changes.join(',')}]}`;
}
