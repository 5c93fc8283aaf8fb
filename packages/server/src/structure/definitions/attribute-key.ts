import { escapePointerStep } from '../../platform/core.ts';

/** Separator of the ids in a key. Ids contain no control characters. */
const separator = '\u001f';

/** Maximum depth to which composites can be nested. */
export const maxNesting = 32;

/** Returns the key of an attribute, which is unique within its client. The key consists of the ids from the top level down. */
export function attributeKey(parentKey: string | null, id: string): string {
  return parentKey === null ? id : parentKey + separator + id;
}

/** Returns the key prefix of all attributes inside a composite. */
export function childKeyPrefix(key: string): string {
  return key + separator;
}

/** Returns the id of the top-level attribute that a key belongs to. This is the attribute itself or its outermost composite. */
export function rootIdOf(key: string): string {
  return key.split(separator, 1)[0] ?? key;
}

/** Returns the number of composites around an attribute. It is 0 at the top level. */
export function nestingOf(key: string): number {
  return key.split(separator).length - 1;
}

/**
 * Removes the parent's id from a child's id. For example, `price.amount` and `price/amount` become `amount`. Other ids are returned
 * unchanged.
 */
export function shortId(id: string, parentId: string | null): string {
  if (parentId === null || id.length <= parentId.length + 1 || !id.startsWith(parentId)) return id;
  const separatorAt = id[parentId.length];
  return separatorAt === '.' || separatorAt === '/' ? id.slice(parentId.length + 1) : id;
}

/**
 * Returns the short ids from the top level down, joined by "/", for example `price/amount`. As in a JSON Pointer, "~" and "/" inside an id
 * are written as "~0" and "~1", so that no two attributes of a client have the same path.
 */
export function attributePath(parentPath: string | null, id: string, parentId: string | null): string {
  const segment = escapePointerStep(shortId(id, parentId));
  return parentPath === null ? segment : `${parentPath}/${segment}`;
}

export function pathOfKey(key: string): string {
  const ids = key.split(separator);
  return ids.reduce((path: string | null, id, index) => attributePath(path, id, ids[index - 1] ?? null), null) ?? '';
}
