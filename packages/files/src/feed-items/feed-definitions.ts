import { type Attribute, attributeTree, type AttributeNode } from '../columns/attribute-tree.ts';
import { findAttribute } from '../columns/column-name.ts';
import type { FeedShape, ValueShape } from './feed-shape.ts';

/** A definition in the form that the service accepts. */
export interface NewDefinition {
  id: string;
  name: string;
  compositeAttribute: string | null;
  type: { id: 'string' | 'composite'; multiValue: boolean };
}

/** Maximum number of characters of an id. */
const maxIdLength = 255;

const childId = (parentId: string, name: string): string => `${parentId}.${name}`.slice(-maxIdLength);

function* childrenOf(
  rows: FeedShape,
  parentId: string,
  known: ReadonlyMap<string, AttributeNode> | undefined,
): Generator<NewDefinition> {
  for (const [name, shape] of rows) {
    const node = known?.get(name);
    if (node === undefined) yield* definitionOf(childId(parentId, name), name, parentId, shape);
    else if (node.children !== undefined && shape.rows !== undefined)
      yield* childrenOf(shape.rows, node.id, node.children);
  }
}

function* definitionOf(
  id: string,
  name: string,
  compositeAttribute: string | null,
  { isList, rows }: ValueShape,
): Generator<NewDefinition> {
  const type =
    rows === undefined ? { id: 'string' as const, multiValue: isList } : { id: 'composite' as const, multiValue: true };
  yield { id, name, compositeAttribute, type };
  if (rows !== undefined) yield* childrenOf(rows, id, undefined);
}

function* missingOf(
  name: string,
  value: ValueShape,
  tree: ReadonlyMap<string, AttributeNode>,
): Generator<NewDefinition> {
  if (value.rows === undefined) return;
  const node = findAttribute(tree, name);
  if (node === undefined) yield* definitionOf(name, name, null, value);
  else if (node.children !== undefined && node.id !== 'PACKAGING')
    yield* childrenOf(value.rows, node.id, node.children);
}

/**
 * Returns the definitions that must be created before a feed is imported, because an import does not create them. They are the composites
 * for the rows of the feed, and the missing children of existing composites. Parents precede their children.
 */
export function missingDefinitions(shape: FeedShape, attributes: readonly Attribute[]): NewDefinition[] {
  const tree = attributeTree(attributes);
  return [...shape].flatMap(([name, value]) => [...missingOf(name, value, tree)]);
}

/** Returns the attributes of a client after definitions were added. Parents precede their children. */
export function withDefinitions(attributes: readonly Attribute[], added: readonly NewDefinition[]): Attribute[] {
  const paths = new Map(attributes.map(({ id, path }) => [id, path]));
  const more = added.map((definition) => {
    const { id, name, compositeAttribute } = definition;
    const path = compositeAttribute === null ? id : `${paths.get(compositeAttribute) ?? compositeAttribute}/${name}`;
    paths.set(id, path);
    return { ...definition, path };
  });
  return [...attributes, ...more];
}

/** Returns the names whose values cannot be imported before `missingDefinitions` are created. */
export function undefinedNames(shape: FeedShape, attributes: readonly Attribute[]): string[] {
  const tree = attributeTree(attributes);
  return [...shape].flatMap(([name, value]) => (missingOf(name, value, tree).next().done === true ? [] : [name]));
}
