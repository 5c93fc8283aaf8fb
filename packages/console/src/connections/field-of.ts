import type { Structure } from '../session/structure.ts';

/** The reserved fields that the page of a product edits in place. */
const reserved = new Set(['__NAME', '__FAMILY', '__CATEGORY', 'PRIMARY_ASSET']);

/**
 * Returns the field of a product that an error is about, as the import format names it.
 * @param attributeId an id or a name, or a path into a composite such as `ingredients/2/name`
 * @returns undefined if the client has no such attribute, for example because a channel reports its own attributes
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
