import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../session/structure.ts';

/** One line of the tree of definitions; `depth` is 0 at the top level. */
export interface AttributeLine {
  definition: AttributeDefinition;
  depth: number;
}

/** The definitions as lines of a tree, in their order. A definition is shown with all that is above and below it if it contains the text. */
export function attributeLines(structure: Structure, text: string): AttributeLine[] {
  const wanted = text.trim().toLowerCase();
  const matches = ({ id, name }: AttributeDefinition) => `${id} ${name}`.toLowerCase().includes(wanted);
  const linesOf = (definition: AttributeDefinition, depth: number, isBelowMatch: boolean): AttributeLine[] => {
    const isMatch = isBelowMatch || matches(definition);
    const below = structure.childrenOf(definition.path).flatMap((child) => linesOf(child, depth + 1, isMatch));
    return isMatch || below.length > 0 ? [{ definition, depth }, ...below] : [];
  };
  return structure.topLevel.flatMap((definition) => linesOf(definition, 0, false));
}

/** The top-level definition that contains a definition, or the definition itself at the top level. */
export function topLevelOf(structure: Structure, definition: AttributeDefinition): AttributeDefinition {
  const parent = structure.parentOf(definition);
  return parent ? topLevelOf(structure, parent) : definition;
}

/** The text that finds the attribute of a link such as `/attributes#dimensions/width`: its last step. */
export const textOfHash = (hash: string): string => decodeURIComponent(hash).split('/').at(-1) ?? '';

/** True if an attribute can become an asset, or a text again, while all values stay as they are. */
export const isConvertible = ({ type }: AttributeDefinition): boolean =>
  ['string', 'asset'].includes(type.id.toLowerCase());
