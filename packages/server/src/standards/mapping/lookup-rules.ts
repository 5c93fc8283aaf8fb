import type { LookupTableInput, Mapping, ValueMapInput } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../platform/core.ts';

function ownOf<Item>(items: Readonly<Record<string, Item>> | undefined, id: string): Item | undefined {
  return items !== undefined && Object.hasOwn(items, id) ? items[id] : undefined;
}

/** @throws PimentoError unknown-mapping */
export function requireMap(mapping: Pick<Mapping, 'maps'> | undefined, map: string): ValueMapInput {
  const found = ownOf(mapping?.maps, map);
  if (found === undefined) throw new PimentoError(problem('unknown-mapping', { kind: 'map', map }));
  return found;
}

/** @throws PimentoError unknown-mapping */
export function requireTable(mapping: Pick<Mapping, 'tables'> | undefined, table: string): LookupTableInput {
  const found = ownOf(mapping?.tables, table);
  if (found === undefined) throw new PimentoError(problem('unknown-mapping', { kind: 'table', table }));
  return found;
}
