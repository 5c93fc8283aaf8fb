import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../session/structure.ts';

/** One row of the definition tree. `depth` is 0 at the top level. */
export interface AttributeLine {
  definition: AttributeDefinition;
  depth: number;
  /** True if the children of the definition are shown, or undefined if there are none, or if they cannot be hidden. */
  isUnfolded: boolean | undefined;
}

/**
 * Returns the tree rows, in order. Without a search text, a composite shows its content only if its path is unfolded. With a search text,
 * every definition whose id or name contains the text is shown with all its ancestors and descendants.
 */
export function attributeLines(structure: Structure, text: string, unfolded: ReadonlySet<string>): AttributeLine[] {
  return text.trim() === '' ? foldedLines(structure, unfolded) : foundLines(structure, text);
}

function foldedLines(structure: Structure, unfolded: ReadonlySet<string>): AttributeLine[] {
  const linesOf = (definition: AttributeDefinition, depth: number): AttributeLine[] => {
    const children = structure.childrenOf(definition.path);
    const isUnfolded = children.length === 0 ? undefined : unfolded.has(definition.path);
    const below = isUnfolded === true ? children.flatMap((child) => linesOf(child, depth + 1)) : [];
    return [{ definition, depth, isUnfolded }, ...below];
  };
  return structure.topLevel.flatMap((definition) => linesOf(definition, 0));
}

function foundLines(structure: Structure, text: string): AttributeLine[] {
  const wanted = text.trim().toLowerCase();
  const matches = ({ id, name }: AttributeDefinition) => `${id} ${name}`.toLowerCase().includes(wanted);
  const linesOf = (definition: AttributeDefinition, depth: number, isBelowMatch: boolean): AttributeLine[] => {
    const isMatch = isBelowMatch || matches(definition);
    const below = structure.childrenOf(definition.path).flatMap((child) => linesOf(child, depth + 1, isMatch));
    return isMatch || below.length > 0 ? [{ definition, depth, isUnfolded: undefined }, ...below] : [];
  };
  return structure.topLevel.flatMap((definition) => linesOf(definition, 0, false));
}

/** Returns the top-level ancestor of a definition, or the definition itself if it is at the top level. */
export function topLevelOf(structure: Structure, definition: AttributeDefinition): AttributeDefinition {
  const parent = structure.parentOf(definition);
  return parent ? topLevelOf(structure, parent) : definition;
}

/**
 * Returns the search text for a link to an attribute, which is the last segment of the hash, such as `width` for
 * `/attributes#dimensions/width`.
 */
export const textOfHash = (hash: string): string => decodeURIComponent(hash).split('/').at(-1) ?? '';

/** Returns true if an attribute can be converted to an asset, or back to text, without changing any value. */
export const isConvertible = ({ type }: AttributeDefinition): boolean =>
  ['string', 'asset'].includes(type.id.toLowerCase());
