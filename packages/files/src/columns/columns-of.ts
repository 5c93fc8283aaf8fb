import { type Attribute, type AttributeNode, attributeTree } from './attribute-tree.ts';
import { columnName, type ColumnTarget } from './column-name.ts';

export interface Column extends ColumnTarget {
  name: string;
  /** True if a workbook stores the values as numbers. Values with too many digits for a number are stored as text. */
  isNumeric: boolean;
}

const numericTypes = new Set(['integer', 'decimal']);

const columnOf = (target: ColumnTarget, typeId: string): Column => ({
  ...target,
  name: columnName(target),
  isNumeric: target.kind === 'row' || (target.kind === 'value' && numericTypes.has(typeId)),
});

function* columnsOfNode(node: AttributeNode, above: string[]): Generator<Column> {
  const path = [...above, node.key];
  if (node.children === undefined) {
    yield columnOf({ kind: node.multiValue ? 'list' : 'value', path }, node.typeId);
    return;
  }
  yield columnOf({ kind: 'row', path }, node.typeId);
  for (const child of node.children.values()) yield* columnsOfNode(child, path);
}

/**
 * Returns the columns for all data of the products: first reserved fields, then attributes in the order of their definitions.
 * @param fields ids or unambiguous names of top-level attributes and reserved fields. If given, only these follow `__ID`, in this order
 */
export function columnsOf(attributes: readonly Attribute[], fields?: readonly string[]): Column[] {
  const tree = attributeTree(attributes);
  const nodes = [...tree.values()];
  if (fields === undefined) return nodes.flatMap((node) => [...columnsOfNode(node, [])]);
  const chosen = fields.flatMap((field) => {
    const found = tree.get(field) ?? nodes.find(({ name }) => name === field);
    return found === undefined || found.key === '__ID' ? [] : [found];
  });
  return [...nodes.filter(({ key }) => key === '__ID'), ...new Set(chosen)].flatMap((node) => [
    ...columnsOfNode(node, []),
  ]);
}
