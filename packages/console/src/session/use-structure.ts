import { type AttributeDefinition, listAttributes } from '@pimento/contract';
import { useMemo } from 'react';
import { useCall } from './use-call.ts';

/** The definitions of the client, to be found by what a product calls them. */
export interface Structure {
  all: AttributeDefinition[];
  topLevel: AttributeDefinition[];
  /** A top-level attribute by the name under which products print it, or by its id. */
  find(key: string): AttributeDefinition | undefined;
  /** Children of a composite, in order. */
  childrenOf(path: string): AttributeDefinition[];
}

const parentPath = (definition: AttributeDefinition): string =>
  definition.path.slice(0, definition.path.length - definition.id.length - 1);

export function createStructure(all: AttributeDefinition[]): Structure {
  const topLevel = all.filter(({ compositeAttribute }) => compositeAttribute === null);
  const byKey = new Map<string, AttributeDefinition>();
  for (const definition of topLevel) if (!byKey.has(definition.name)) byKey.set(definition.name, definition);
  for (const definition of topLevel) byKey.set(definition.id, definition);
  const children = Map.groupBy(
    all.filter(({ compositeAttribute }) => compositeAttribute !== null),
    parentPath,
  );
  return { all, topLevel, find: (key) => byKey.get(key), childrenOf: (path) => children.get(path) ?? [] };
}

const none: AttributeDefinition[] = [];

export function useStructure(): { structure: Structure; isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useCall(listAttributes, {}, { staleMs: 60_000 });
  const all = data?.attributes ?? none;
  return { structure: useMemo(() => createStructure(all), [all]), isPending, error };
}
