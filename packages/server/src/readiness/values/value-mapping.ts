import type { Mapping, MappingEntry, UnmappedAction } from '@pimento/contract';
import { createValueMap, type ValueMap } from '@pimento/formula';
import type { ValueList } from '../../standards/core.ts';
import { findListed } from './value-list.ts';

/** Returns the value maps of a mapping, by id. */
export function createValueMaps({ maps = {} }: Mapping): ReadonlyMap<string, ValueMap> {
  return new Map(
    Object.entries(maps).map(([id, { entries = {}, ignoreCase = false }]) => [
      id,
      createValueMap(new Map(Object.entries(entries)), ignoreCase),
    ]),
  );
}

/**
 * Maps the text of one value. Undefined means that the map has no entry and does not allow the value. `''` means that the value is removed.
 */
export type ValueMapper = (text: string) => string | undefined;

/** Returns the function that maps the values of an entry. @returns undefined if the entry has no map */
export function valueMapper(
  { map, unmapped }: Pick<MappingEntry, 'map' | 'unmapped'>,
  maps: ReadonlyMap<string, ValueMap>,
  list: ValueList | undefined,
): ValueMapper | undefined {
  if (map === undefined) return undefined;
  const entries = maps.get(map);
  const action: UnmappedAction = unmapped ?? (list === undefined ? 'keep' : 'problem');
  return (text) => {
    const found = entries?.find(text) ?? (list && findListed(list, text));
    if (found !== undefined) return found;
    if (action === 'keep') return text;
    if (action === 'problem') return undefined;
    return action === 'empty' ? '' : action.text;
  };
}
