import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../session/structure.ts';

/** A definition with those above it, from the top down. */
export function lineage(structure: Structure, definition: AttributeDefinition): AttributeDefinition[] {
  const parent = structure.parentOf(definition);
  return parent ? [...lineage(structure, parent), definition] : [definition];
}

/** The ids by which a filter names an attribute. */
export function pathOf(structure: Structure, path: string): string[] {
  const definition = structure.all.find((one) => one.path === path);
  return definition ? lineage(structure, definition).map(({ id }) => id) : [path];
}

export const labelOf = (structure: Structure, definition: AttributeDefinition): string =>
  lineage(structure, definition)
    .map(({ name }) => name)
    .join(' › ');
