import type { CompiledAttribute } from '../../structure/index.ts';
import { splitListText } from '../references/list-text-rules.ts';

type Judge = CompiledAttribute['judgeText'];

/** Splits each string that contains a list, such as `a.jpg, b.jpg`. A string stays whole if the attribute rejects any of its parts. */
function splitItems(items: readonly unknown[], judge: Judge): unknown[] {
  return items.flatMap((item) => {
    const parts = typeof item === 'string' ? splitListText(item) : undefined;
    return parts === undefined || parts.some((part) => judge?.(part) !== undefined) ? [item] : parts;
  });
}

/**
 * Splits an attribute's strings that contain a list, inside the stored value of its top-level attribute. All other values are unchanged.
 * @param storageNames the path from the rows of the top-level attribute down to the attribute; empty for a top-level attribute
 */
export function splitInside(stored: unknown, storageNames: readonly string[], judge: Judge): unknown {
  const [name, ...deeper] = storageNames;
  // the value is still a single string although the attribute is multi-value now
  if (name === undefined && typeof stored === 'string') return splitItems([stored], judge);
  if (!Array.isArray(stored)) return stored;
  if (name === undefined) return splitItems(stored, judge);
  return stored.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || !Object.hasOwn(row, name)) return row;
    const cells = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(cells.set(name, splitInside(cells.get(name), deeper, judge)));
  });
}
