import type { Mapping } from '@pimento/contract/wire';
import { isDeepStrictEqual } from 'node:util';

/** One difference between two mappings. */
export interface MappingDifference {
  part: string;
  change: 'added' | 'changed' | 'removed';
}

function compare(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): MappingDifference[] {
  const parts = new Set([...before.keys(), ...after.keys()]);
  return [...parts].flatMap((part): MappingDifference[] => {
    if (!before.has(part)) return [{ part, change: 'added' }];
    if (!after.has(part)) return [{ part, change: 'removed' }];
    return isDeepStrictEqual(before.get(part), after.get(part)) ? [] : [{ part, change: 'changed' }];
  });
}

/** Returns the parts of a mapping that are compared, by name: targets, value maps and their entries, lookup tables, other properties. */
function partsOf({ targets = [], maps = {}, tables = {}, category, purposes, require }: Mapping): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  for (const [target, entries] of Map.groupBy(targets, (entry) => entry.target)) parts.set(`target ${target}`, entries);
  for (const [id, { entries = {}, ignoreCase = false }] of Object.entries(maps)) {
    parts.set(`map ${id}`, ignoreCase);
    for (const [value, to] of Object.entries(entries)) parts.set(`map ${id}: ${value}`, to);
  }
  for (const [id, table] of Object.entries(tables)) parts.set(`table ${id}`, table);
  for (const [name, part] of Object.entries({ category, purposes, require }))
    if (part !== undefined) parts.set(name, part);
  return parts;
}

/** Lists the differences between two mappings. */
export const mappingDifferences = (before: Mapping, after: Mapping): MappingDifference[] =>
  compare(partsOf(before), partsOf(after));
