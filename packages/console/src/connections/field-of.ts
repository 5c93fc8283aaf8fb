import type { Structure } from '../session/structure.ts';

/** The reserved fields that the page of a product edits in place. */
const reserved = new Set(['__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET']);

/**
 * Returns the field of a product that an error is about, as the import format names it. For a path into a composite, this is usually the
 * composite: `ingredients` for `ingredients/2/name`.
 * @param attributeId an id, a name, or a path
 * @returns undefined if no beginning of the path is an attribute of the client, for example because a channel reports its own attributes
 */
export function fieldOf(structure: Pick<Structure, 'find'>, attributeId: string): string | undefined {
  if (reserved.has(attributeId)) return attributeId;
  const steps = attributeId.split('/');
  for (let length = steps.length; length > 0; length--) {
    const found = structure.find(steps.slice(0, length).join('/'));
    if (found) return found.id;
  }
  return undefined;
}
