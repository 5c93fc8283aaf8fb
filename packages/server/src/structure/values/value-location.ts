import { jsonPointer } from '../../platform/core.ts';
import type { Attribute } from './structure-types.ts';

/** The location of an attribute's values in products. */
export interface ValueLocation {
  /** Id of the top-level attribute, which is its key in the product's values. */
  rootId: string;
  /** Keys of stored rows, from the top-level attribute down to this attribute. Empty for a top-level attribute. */
  storageNames: string[];
  /** The current names of the same attributes, in the same order as `storageNames`. */
  names: string[];
}

/** @param byKey all definitions of the client */
export function locateValues(attribute: Attribute, byKey: ReadonlyMap<string, Attribute>): ValueLocation {
  const location: ValueLocation = { rootId: attribute.id, storageNames: [], names: [] };
  for (let one = attribute; one.parentKey !== null;) {
    const parent = byKey.get(one.parentKey);
    if (parent === undefined) throw new Error(`the parent of attribute ${one.id} is missing`);
    location.storageNames.unshift(one.storageName);
    location.names.unshift(one.name);
    location.rootId = parent.id;
    one = parent;
  }
  return location;
}

/** Converts the location to an SQL/JSON path. A JSON string without control characters is also a valid SQL/JSON string. */
export function jsonPathOf({ rootId, storageNames }: Pick<ValueLocation, 'rootId' | 'storageNames'>): string {
  return `$.${[rootId, ...storageNames].map((name) => JSON.stringify(name)).join('[*].')}`;
}

/**
 * Returns a JSON Pointer into the product, with the current names of the attributes.
 * @param at the path below the top-level attribute: list indexes and storage names
 */
export function pointerToValue({ rootId, names }: ValueLocation, at: readonly (number | string)[]): string {
  let depth = 0;
  const steps = at.map((step) => (typeof step === 'number' ? String(step) : (names[depth++] ?? step)));
  return jsonPointer([rootId, ...steps]);
}
