import type { CompiledAttribute, CompiledStructure } from '../values/structure-types.ts';

/** Adds an attribute that an import will create to the import's own copy of the definitions. */
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
