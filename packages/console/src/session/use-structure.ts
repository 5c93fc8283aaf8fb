import { type AttributeDefinition, listAttributes } from '@pimento/contract';
import { useMemo } from 'react';
import { useCall } from './use-call.ts';

/** The definitions of the client, to be found by what a product calls them. */
export interface Structure {
  all: AttributeDefinition[];
  topLevel: AttributeDefinition[];
  /** A top-level attribute by the name under which products print it, or by its id. */
  find(key: string): AttributeDefinition | undefined;
  /** The composite that holds a definition; undefined at the top level. */
  parentOf(definition: Pick<AttributeDefinition, 'path'>): AttributeDefinition | undefined;
  /** Children of a composite, in order. */
  childrenOf(path: string): AttributeDefinition[];
}

/** Path → the composite that holds it. Ids may be alike in several composites and may hold "/", so that the longest path decides. */
function findParents(all: readonly AttributeDefinition[]): Map<string, AttributeDefinition> {
  const composites = Map.groupBy(
    all.filter(({ type }) => type.id.toLowerCase() === 'composite'),
    ({ id }) => id,
  );
  const parents = new Map<string, AttributeDefinition>();
  for (const { path, compositeAttribute } of all) {
    if (compositeAttribute === null) continue;
    const holders = (composites.get(compositeAttribute) ?? []).filter((one) => path.startsWith(`${one.path}/`));
    const parent = holders.toSorted((a, b) => b.path.length - a.path.length)[0];
    if (parent) parents.set(path, parent);
  }
  return parents;
}

function createStructure(all: AttributeDefinition[]): Structure {
  const topLevel = all.filter(({ compositeAttribute }) => compositeAttribute === null);
  const byKey = new Map<string, AttributeDefinition>();
  for (const definition of topLevel) if (!byKey.has(definition.name)) byKey.set(definition.name, definition);
  for (const definition of topLevel) byKey.set(definition.id, definition);
  const parents = findParents(all);
  const children = Map.groupBy(
    all.filter(({ path }) => parents.has(path)),
    ({ path }) => parents.get(path)?.path,
  );
  return {
    all,
    topLevel,
    find: (key) => byKey.get(key),
    parentOf: ({ path }) => parents.get(path),
    childrenOf: (path) => children.get(path) ?? [],
  };
}

const none: AttributeDefinition[] = [];

export function useStructure(): { structure: Structure; isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useCall(listAttributes, {}, { staleMs: 60_000 });
  const all = data?.attributes ?? none;
  return { structure: useMemo(() => createStructure(all), [all]), isPending, error };
}
