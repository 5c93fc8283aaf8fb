/** A table, or a partition of a table, with rows of clients. */
export interface ClientTable {
  name: string;
  /** The partitioned table that the table is a partition of; otherwise its own name. */
  root: string;
  /** The tables that a foreign key of this table refers to. */
  refersTo: readonly string[];
  /** The table has a foreign key to itself, so that all rows of a client have to be deleted by one statement. */
  refersToItself: boolean;
  /** Deleting rows runs a trigger, which may write to other tables. */
  hasDeleteTrigger: boolean;
}

/** Number of foreign keys from a table up to the last table that it refers to. */
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
 * Sorts tables so that rows can be deleted table by table: first tables whose deletions run triggers, because triggers write to other tables;
 * a table always comes before the tables that it refers to.
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

/** Decides whether an archive must not contain a column: secrets, sealed texts, and hashes of them. */
export const isSecretColumn = (column: string): boolean => secretName.test(column);
