import type { ColumnMapping, Mapping } from './mapping-types.ts';

/** The columns of a composite, or of the product itself. */
export interface Group {
  key: string;
  parent: Group | undefined;
  /**
   * Index of the column with the row numbers of the composite. It is -1 if the table has no such column. Each row of the table that has a
   * value is then a new row of the composite.
   */
  rowColumn: number;
  /** Indexes of the columns that belong to this composite and not to a composite inside it. */
  columns: number[];
}

/** Describes how the cells of a table are used. */
export interface ColumnPlan {
  root: Group;
  /** All composites, parents before their children. */
  groups: Group[];
  /** The use of each column, by index, or undefined for a column that is ignored or contains row numbers. */
  cells: ({ mapping: ColumnMapping; group: Group; key: string } | undefined)[];
  /** True if several rows of the table can belong to one product. */
  isGrouped: boolean;
  idColumn: number;
}

function groupAt(groups: Map<string, Group>, root: Group, path: readonly string[]): Group {
  if (path.length === 0) return root;
  const name = JSON.stringify(path);
  const found = groups.get(name);
  if (found !== undefined) return found;
  const group: Group = {
    key: path.at(-1) ?? '',
    parent: groupAt(groups, root, path.slice(0, -1)),
    rowColumn: -1,
    columns: [],
  };
  groups.set(name, group);
  return group;
}

/** Prepares a mapping, so that many rows can be converted quickly. */
export function columnPlan({ columns, continued }: Pick<Mapping, 'columns' | 'continued'>): ColumnPlan {
  const root: Group = { key: '', parent: undefined, rowColumn: -1, columns: [] };
  const groups = new Map<string, Group>();
  const cells = columns.map((mapping, column) => {
    const { target } = mapping;
    if (target === undefined) return undefined;
    if (target.kind === 'row') {
      groupAt(groups, root, target.path).rowColumn = column;
      return undefined;
    }
    const group = groupAt(groups, root, target.path.slice(0, -1));
    group.columns.push(column);
    return { mapping, group, key: target.path.at(-1) ?? '' };
  });
  const isGrouped = continued === true || groups.size > 0 || columns.some(({ target }) => target?.kind === 'list');
  const idColumn = columns.findIndex(({ target }) => target?.path.length === 1 && target.path[0] === '__ID');
  return { root, groups: [...groups.values()], cells, isGrouped, idColumn };
}
