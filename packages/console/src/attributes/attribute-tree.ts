import type { AttributeDefinition } from '@pimento/contract';
import { searchedText } from '../session/labels/definition-label.ts';
import type { Structure } from '../session/structure.ts';
import { decodedText } from '../ui/address/decoded-text.ts';

/** One row of the definition tree. `depth` is 0 at the top level. */
export interface AttributeLine {
  definition: AttributeDefinition;
  depth: number;
  /** True if the children of the definition are shown, or undefined if there are none, or if they cannot be hidden. */
  isUnfolded: boolean | undefined;
}

/** Conditions on the shown definitions, in addition to a search text. */
export interface Narrowing {
  type?: string | undefined;
  /** Returns true if no product uses a top-level definition. */
  isUnused?: ((topLevel: AttributeDefinition) => boolean) | undefined;
}

/**
 * Returns the tree rows, in order. Without a search text, a composite shows its content only if its path is unfolded. With a search text,
 * every definition whose id, name or label contains the text is shown with all its ancestors and descendants. With conditions in
 * `narrowing`, only definitions that satisfy them are shown, with all their ancestors.
 */
export function attributeLines(
  structure: Structure,
  text: string,
  unfolded: ReadonlySet<string>,
  narrowing: Narrowing = {},
): AttributeLine[] {
  const isNarrowed = narrowing.type !== undefined || narrowing.isUnused !== undefined;
  return text.trim() === '' && !isNarrowed ? foldedLines(structure, unfolded) : foundLines(structure, text, narrowing);
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

function foundLines(structure: Structure, text: string, { type, isUnused }: Narrowing): AttributeLine[] {
  const wanted = text.trim().toLowerCase();
  const matches = (definition: AttributeDefinition) => searchedText(definition).includes(wanted);
  const linesOf = (definition: AttributeDefinition, depth: number, isBelowMatch: boolean): AttributeLine[] => {
    const isFound = isBelowMatch || matches(definition);
    const isMatch = isFound && (type === undefined || definition.type.id.toLowerCase() === type);
    const below = structure.childrenOf(definition.path).flatMap((child) => linesOf(child, depth + 1, isFound));
    return isMatch || below.length > 0 ? [{ definition, depth, isUnfolded: undefined }, ...below] : [];
  };
  return structure.topLevel
    .filter((definition) => isUnused?.(definition) ?? true)
    .flatMap((definition) => linesOf(definition, 0, false));
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
export const textOfHash = (hash: string): string => decodedText(hash).split('/').at(-1) ?? '';

/** Returns true if an attribute can be converted to an asset, or back to text, without changing any value. */
export const isConvertible = ({ type }: AttributeDefinition): boolean =>
  ['string', 'asset'].includes(type.id.toLowerCase());
