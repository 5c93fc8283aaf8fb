import { jsonPointer } from '../../platform/core.ts';
import type { Attribute } from './structure-types.ts';

/** Where products hold the values of an attribute. */
export interface ValuePlace {
  /** Id of the top-level attribute: a key of the product's values. */
  rootId: string;
  /** Keys of stored rows from that attribute down to the one in question; empty for the top-level attribute itself. */
  storageNames: string[];
  /** What an import calls the same keys. */
  names: string[];
}

/** @param byKey all definitions of the client */
export function placeOfValues(attribute: Attribute, byKey: ReadonlyMap<string, Attribute>): ValuePlace {
  const place: ValuePlace = { rootId: attribute.id, storageNames: [], names: [] };
  for (let one = attribute; one.parentKey !== null;) {
    const parent = byKey.get(one.parentKey);
    if (parent === undefined) throw new Error(`the parent of attribute ${one.id} is missing`);
    place.storageNames.unshift(one.storageName);
    place.names.unshift(one.name);
    place.rootId = parent.id;
    one = parent;
  }
  return place;
}

/** The place as a SQL/JSON path. A JSON string without control characters is also a string of that language. */
export function jsonPathOf({ rootId, storageNames }: Pick<ValuePlace, 'rootId' | 'storageNames'>): string {
  return `$.${[rootId, ...storageNames].map((name) => JSON.stringify(name)).join('[*].')}`;
}

/** A JSON Pointer into the product. `at` leads on from the top-level attribute by list places and storage names. */
export function pointerTo({ rootId, names }: ValuePlace, at: readonly (number | string)[]): string {
  let depth = 0;
  const steps = at.map((step) => (typeof step === 'number' ? String(step) : (names[depth++] ?? step)));
  return jsonPointer([rootId, ...steps]);
}
