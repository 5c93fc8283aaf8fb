import { shortId } from './attribute-key.ts';
import type { Attribute } from '../values/structure-types.ts';

/**
 * Returns all keys that a row may use for a child's value. These are the child's name, its id, its id without the parent's id as a prefix,
 * and its externalId.
 */
export function rowKeysOf(child: Pick<Attribute, 'id' | 'name' | 'externalId'>, parentId: string): Set<string> {
  const keys = new Set([child.name, child.id, shortId(child.id, parentId)]);
  if (child.externalId !== null) keys.add(child.externalId);
  return keys;
}
