/** A table, or a partition of a table, with rows of clients. */
export interface ClientTable {
  name: string;
  /** Name of the partitioned table to which this partition belongs. The name of the table itself if it is not a partition. */
  root: string;
  /** The tables that the foreign keys of this table refer to. */
  refersTo: readonly string[];
  /** True if the table has a foreign key to itself. All rows of a client must then be deleted by one statement. */
  refersToItself: boolean;
  /** True if deleting rows runs a trigger, which can write to other tables. */
  hasDeleteTrigger: boolean;
}

/** Returns the length of the longest chain of foreign keys that starts at a table. Each cycle is followed only once. */
function heightOf(table: ClientTable, byRoot: ReadonlyMap<string, ClientTable>, seen: ReadonlySet<string>): number {
  const targets = table.refersTo.filter((name) => name !== table.root && !seen.has(name) && byRoot.has(name));
  const path = new Set([...seen, table.root]);
  return Math.max(
    0,
    ...targets.map((name) => {
      const target = byRoot.get(name);
      return target ? 1 + heightOf(target, byRoot, path) : 0;
    }),
  );
}

/**
 * Sorts tables into the order in which their rows can be deleted. A table comes before the tables that it refers to, unless they refer to
 * each other in a cycle. Among tables of equal height, those with delete triggers come first, because the triggers write to other tables.
 */
export function inDeletionOrder(tables: readonly ClientTable[]): ClientTable[] {
  const byRoot = new Map(tables.map((table) => [table.root, table]));
  const heights = new Map(tables.map((table) => [table, heightOf(table, byRoot, new Set())]));
  const heightIn = (table: ClientTable) => heights.get(table) ?? 0;
  return tables.toSorted(
    (a, b) =>
      heightIn(b) - heightIn(a) ||
      Number(b.hasDeleteTrigger) - Number(a.hasDeleteTrigger) ||
      (a.name < b.name ? -1 : 1),
  );
}

const secretName = /secret|sealed|password|token|hash/;

/**
 * Returns true if an archive omits a column because of its name. The names of secrets, passwords, tokens, sealed data and hashes are
 * recognized.
 */
export const isSecretColumn = (column: string): boolean => secretName.test(column);
