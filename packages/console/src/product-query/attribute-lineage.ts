import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../session/structure.ts';

/** A definition preceded by the composites that contain it, from the top down. */
export function lineage(structure: Structure, definition: AttributeDefinition): AttributeDefinition[] {
  const parent = structure.parentOf(definition);
  return parent ? [...lineage(structure, parent), definition] : [definition];
}

/** The ids that name an attribute in a filter, from the top down. */
export function pathOf(structure: Structure, path: string): string[] {
  const definition = structure.all.find((one) => one.path === path);
  return definition ? lineage(structure, definition).map(({ id }) => id) : [path];
}

export const labelOf = (structure: Structure, definition: AttributeDefinition): string =>
  lineage(structure, definition)
    .map(({ name }) => name)
    .join(' › ');
