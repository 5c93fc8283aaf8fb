import { type Attribute, attributeTree, type AttributeNode } from '../columns/attribute-tree.ts';
import { findAttribute } from '../columns/column-name.ts';
import type { FeedShape, ValueShape } from './feed-shape.ts';

/** A definition as the service takes it. */
export interface NewDefinition {
  id: string;
  name: string;
  compositeAttribute: string | null;
  type: { id: 'string' | 'composite'; multiValue: boolean };
}

/** Max characters of an id. */
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
 * Returns the definitions that a feed needs before its import: composites for its rows, which an import does not create by itself, and
 * children that composites lack. Parents precede their children.
 */
export function missingDefinitions(shape: FeedShape, attributes: readonly Attribute[]): NewDefinition[] {
  const tree = attributeTree(attributes);
  return [...shape].flatMap(([name, value]) => [...missingOf(name, value, tree)]);
}

/** Returns the names of a feed whose values cannot be imported without `missingDefinitions`. */
export function undefinedNames(shape: FeedShape, attributes: readonly Attribute[]): string[] {
  const tree = attributeTree(attributes);
  return [...shape].flatMap(([name, value]) => (missingOf(name, value, tree).next().done === true ? [] : [name]));
}
