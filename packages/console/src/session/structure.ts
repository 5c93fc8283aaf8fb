import type { AttributeDefinition } from '@pimento/contract';
import { choiceLabel } from './labels/allowed-values.ts';
import { shownName } from './labels/definition-label.ts';

/** The attribute definitions of the client, indexed. */
export interface Structure {
  all: AttributeDefinition[];
  topLevel: AttributeDefinition[];
  /**
   * Finds a top-level attribute by id or name, because products can use both as keys. If one attribute has this id and another has this
   * name, the id takes precedence.
   */
  find(key: string): AttributeDefinition | undefined;
  /** Returns the composite that contains a definition, or undefined at the top level. */
  parentOf(definition: Pick<AttributeDefinition, 'path'>): AttributeDefinition | undefined;
  /** Returns the children of the composite with this path, in the order of the definitions. */
  childrenOf(path: string): AttributeDefinition[];
  /** Returns the label of an attribute in the language of the console, or else its name. */
  nameOf(definition: AttributeDefinition): string;
  /**
   * Returns the label of an allowed value in the language of the console, or else its label without a language. Returns any other text
   * unchanged.
   */
  labelOf(text: string, definition: AttributeDefinition | undefined): string;
}

/**
 * Maps the path of each nested definition to the composite that contains it. The longest matching path is used, because several composites
 * can have the same id, and ids can contain "/".
 */
function findParents(all: readonly AttributeDefinition[]): Map<string, AttributeDefinition> {
  const composites = Map.groupBy(
    all.filter(({ type }) => type.id.toLowerCase() === 'composite'),
    ({ id }) => id,
  );
  const parents = new Map<string, AttributeDefinition>();
  for (const { path, compositeAttribute } of all) {
    if (compositeAttribute === null) continue;
    const candidates = (composites.get(compositeAttribute) ?? []).filter((one) => path.startsWith(`${one.path}/`));
    const parent = candidates.toSorted((a, b) => b.path.length - a.path.length)[0];
    if (parent) parents.set(path, parent);
  }
  return parents;
}

/**
 * Indexes the definitions of a client.
 * @param language the language of the labels that `nameOf` and `labelOf` return
 */
export function createStructure(all: AttributeDefinition[], language = 'en'): Structure {
  const topLevel = all.filter(({ compositeAttribute }) => compositeAttribute === null);
  const byKey = new Map<string, AttributeDefinition>();
  for (const definition of topLevel) if (!byKey.has(definition.name)) byKey.set(definition.name, definition);
  for (const definition of topLevel) byKey.set(definition.id, definition);
  const parents = findParents(all);
  const children = Map.groupBy(
    all.filter(({ path }) => parents.has(path)),
    ({ path }) => parents.get(path)?.path,
  );
  return {
    all,
    topLevel,
    find: (key) => byKey.get(key),
    parentOf: ({ path }) => parents.get(path),
    childrenOf: (path) => children.get(path) ?? [],
    nameOf: (definition) => shownName(definition, language),
    labelOf: (text, definition) => choiceLabel(text, definition, language) ?? text,
  };
}
