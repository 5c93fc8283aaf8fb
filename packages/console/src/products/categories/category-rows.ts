import type { ProductCategories } from '@pimento/contract';

export type CategoryNode = ProductCategories['categories'][number];

/** A visible row of the tree. */
export interface CategoryRow {
  node: CategoryNode;
  /** Depth, counted from 1. */
  level: number;
  /** Undefined if the category has no subcategories. */
  isExpanded: boolean | undefined;
  /** Path of the parent category, or undefined at the top level. */
  parent: string | undefined;
  /** Position among the categories with the same parent, counted from 1. `siblings` is the number of these categories. */
  position: number;
  siblings: number;
}

/**
 * Returns the visible rows of a tree, from the top down.
 * @param levels path of a category, or '' for the top level → the categories directly below. Levels that are not loaded yet are missing
 */
export function visibleRows(
  levels: ReadonlyMap<string, readonly CategoryNode[]>,
  expanded: ReadonlySet<string>,
  under = '',
  level = 1,
): CategoryRow[] {
  const nodes = levels.get(under) ?? [];
  return nodes.flatMap((node, index) => {
    const isExpanded = node.hasChildren ? expanded.has(node.path) : undefined;
    const row: CategoryRow = {
      node,
      level,
      isExpanded,
      parent: under === '' ? undefined : under,
      position: index + 1,
      siblings: nodes.length,
    };
    return isExpanded === true ? [row, ...visibleRows(levels, expanded, node.path, level + 1)] : [row];
  });
}

/** The effect of a key in the tree. It moves to another row, or opens, closes or chooses the active row. */
type TreeAction = { kind: 'move'; path: string } | { kind: 'expand' | 'collapse' | 'choose'; path: string };

/** Returns what a key does at a row, or undefined if it does nothing. */
export function treeAction(rows: readonly CategoryRow[], active: number, key: string): TreeAction | undefined {
  const row = rows[active];
  if (!row) return undefined;
  const { path } = row.node;
  const moveTo = (target: CategoryRow | undefined): TreeAction | undefined =>
    target && { kind: 'move', path: target.node.path };
  switch (key) {
    case 'ArrowDown':
      return moveTo(rows[active + 1]);
    case 'ArrowUp':
      return moveTo(rows[active - 1]);
    case 'Home':
      return moveTo(rows[0]);
    case 'End':
      return moveTo(rows.at(-1));
    case 'ArrowRight':
      if (row.isExpanded === false) return { kind: 'expand', path };
      return row.isExpanded === true ? moveTo(rows[active + 1]) : undefined;
    case 'ArrowLeft':
      if (row.isExpanded === true) return { kind: 'collapse', path };
      return row.parent === undefined ? undefined : { kind: 'move', path: row.parent };
    case 'Enter':
    case ' ':
      return { kind: 'choose', path };
    default:
      return undefined;
  }
}
