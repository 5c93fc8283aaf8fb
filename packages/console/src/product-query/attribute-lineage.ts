import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../session/structure.ts';

/** Returns the composites that contain a definition, from the top down, followed by the definition. */
function lineage(structure: Structure, definition: AttributeDefinition): AttributeDefinition[] {
  const parent = structure.parentOf(definition);
  return parent ? [...lineage(structure, parent), definition] : [definition];
}

/** Returns the ids that identify an attribute in a filter, from the top level down. If no attribute has the path, returns only the path. */
export function pathOf(structure: Structure, path: string): string[] {
  const definition = structure.all.find((one) => one.path === path);
  return definition ? lineage(structure, definition).map(({ id }) => id) : [path];
}

export const labelOf = (structure: Structure, definition: AttributeDefinition): string =>
  lineage(structure, definition)
    .map((one) => structure.nameOf(one))
    .join(' › ');

/** Returns the definition that these ids name, from the top level down. The ids can contain "/". */
export const definitionAt = (structure: Structure, ids: readonly string[]): AttributeDefinition | undefined =>
  structure.all.find((one) => {
    const line = lineage(structure, one);
    return line.length === ids.length && line.every(({ id }, index) => id === ids[index]);
  });
