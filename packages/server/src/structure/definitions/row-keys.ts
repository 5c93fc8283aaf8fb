import { shortId } from './attribute-key.ts';
import type { Attribute } from '../values/structure-types.ts';

/** All keys under which a row may hold a child's value: name, id, id without the parent's id in front, externalId. */
export function rowKeysOf(child: Pick<Attribute, 'id' | 'name' | 'externalId'>, parentId: string): Set<string> {
  const keys = new Set([child.name, child.id, shortId(child.id, parentId)]);
  if (child.externalId !== null) keys.add(child.externalId);
  return keys;
}
