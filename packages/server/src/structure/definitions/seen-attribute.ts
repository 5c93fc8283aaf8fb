import type { CompiledAttribute, CompiledStructure } from '../values/structure-types.ts';

/** Adds an attribute to an import's copy of the definitions, before the import creates the attribute in the database. */
export function addSeenAttribute(structure: CompiledStructure, seen: { id: string; multiValue: boolean }): void {
  const attribute: CompiledAttribute = {
    key: seen.id,
    parentKey: null,
    id: seen.id,
    name: seen.id,
    storageName: seen.id,
    typeId: 'string',
    multiValue: seen.multiValue,
    externalId: null,
    description: null,
    labels: null,
    restriction: null,
    units: null,
    groupIds: null,
    displaySequence: null,
    position: (structure.topLevel.at(-1)?.position ?? 0) + 1,
    childrenByRowKey: null,
    children: [],
    judgeText: undefined,
    patterns: [],
  };
  structure.topLevel.push(attribute);
  structure.byPayloadKey.set(seen.id, attribute);
}
