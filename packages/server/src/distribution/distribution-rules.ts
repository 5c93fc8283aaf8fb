import { distributionColumnOf, type Placement, placementOf, tablesByPlacement } from './placement-rules.ts';
import type { Schema, SchemaKey, SchemaTable } from './schema-types.ts';

/** A table, and where it would be placed. */
export interface TableStep {
  table: string;
  placement: Placement;
  /** The column that distributes the table, or null. */
  column: string | null;
  /**
   * The first table with the same placement, with which the table is colocated. Null for the first table itself, and for `reference` and
   * `local` tables.
   */
  colocatedWith: string | null;
  bytes: number;
}

/** Something in the schema that Citus refuses. */
export interface Obstacle {
  kind: 'table' | 'column' | 'foreign-key' | 'unique-index' | 'trigger' | 'function';
  table: string;
  name: string;
  reason: string;
}

const isDistributed = (table: string) => distributionColumnOf(table) !== undefined;

/** Sorts tables so that each comes after the tables that its foreign keys refer to. Ignores cycles, and keys of a table to itself. */
function inKeyOrder(tables: readonly SchemaTable[], keys: readonly SchemaKey[]): SchemaTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<SchemaTable>();
  const entered = new Set<string>();
  function add(table: SchemaTable): void {
    if (entered.has(table.name)) return;
    entered.add(table.name);
    for (const key of keys) {
      const target = key.table === table.name ? byName.get(key.target) : undefined;
      if (target) add(target);
    }
    ordered.add(table);
  }
  for (const table of tables) add(table);
  return [...ordered];
}

/**
 * Lists the tables in the order in which they would be distributed. First come the tables that are copied to every node, then those with
 * data of clients, those with data of adapters, and those on the coordinator.
 */
export function planTables({ tables, keys }: Schema): TableStep[] {
  return (['reference', 'client', 'adapter', 'local'] as const).flatMap((placement) => {
    const own = inKeyOrder(
      tables.filter(({ name }) => placementOf(name) === placement),
      keys,
    );
    const isGroup = placement === 'client' || placement === 'adapter';
    const first = own[0]?.name ?? null;
    return own.map(({ name, bytes }) => ({
      table: name,
      placement,
      column: distributionColumnOf(name) ?? null,
      colocatedWith: isGroup && name !== first ? first : null,
      bytes,
    }));
  });
}

/** Returns why Citus refuses a foreign key, or undefined if it accepts the key. */
function judgeKey({ table, target, columns, targetColumns }: SchemaKey): string | undefined {
  const [from, to] = [placementOf(table), placementOf(target)];
  if (from === undefined || to === undefined) return undefined;
  if (from === 'local') return to === 'local' ? undefined : `would make the table ${table} a table of Citus`;
  if (to === 'reference') return undefined;
  if (from !== to) return `refers from ${from} to ${to} tables`;
  const column = distributionColumnOf(table) ?? '';
  const isKept = targetColumns[columns.indexOf(column)] === column;
  return isKept ? undefined : `does not contain ${column}`;
}

/**
 * Returns the foreign keys between tables of one group, without those that Citus refuses. They must be dropped before the tables are
 * distributed, and added afterwards.
 */
export function movedKeys({ keys }: Schema): SchemaKey[] {
  return keys.filter(
    (key) =>
      isDistributed(key.table) && placementOf(key.table) === placementOf(key.target) && judgeKey(key) === undefined,
  );
}

/** Returns the keys that Citus refuses. */
export const refusedKeys = ({ keys }: Schema): SchemaKey[] => keys.filter((key) => judgeKey(key) !== undefined);

function judgeTables({ tables }: Schema): Obstacle[] {
  const missing = Object.values(tablesByPlacement)
    .flat()
    .filter((name) => !tables.some((table) => table.name === name));
  return [
    ...missing.map((name): Obstacle => ({ kind: 'table', table: name, name, reason: 'is not in this database' })),
    ...tables.flatMap(({ name, columns }): Obstacle[] => {
      const column = distributionColumnOf(name);
      if (placementOf(name) === undefined)
        return [{ kind: 'table', table: name, name, reason: 'is not a table of this version of Pimento' }];
      if (column === undefined || columns.includes(column)) return [];
      return [{ kind: 'column', table: name, name: column, reason: 'is missing' }];
    }),
  ];
}

/** Returns the SQL functions that have parameters and use distributed tables. */
function judgeFunctions({ functions }: Schema): Obstacle[] {
  return functions.flatMap(({ name, body }): Obstacle[] => {
    const words = body.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g);
    const table = [...words].map(([, word = '']) => word).find(isDistributed);
    return table === undefined
      ? []
      : [{ kind: 'function', table, name, reason: 'is a function in SQL with parameters that uses the table' }];
  });
}

/** Lists what in the schema prevents a distribution. */
export function judgeSchema(schema: Schema): Obstacle[] {
  const keys = schema.keys.flatMap((key): Obstacle[] => {
    const reason = judgeKey(key);
    return reason === undefined ? [] : [{ kind: 'foreign-key', table: key.table, name: key.name, reason }];
  });
  const indexes = schema.uniqueIndexes.flatMap(({ table, name, columns }): Obstacle[] => {
    const column = distributionColumnOf(table);
    if (column === undefined || columns.includes(column)) return [];
    return [{ kind: 'unique-index', table, name, reason: `does not contain ${column}` }];
  });
  const triggers = schema.triggers.flatMap(({ table, name, hasTransitionTable }): Obstacle[] => {
    if (!isDistributed(table)) return [];
    const reason = hasTransitionTable ? 'reads the changed rows as a table' : 'needs citus.enable_unsafe_triggers';
    return [{ kind: 'trigger', table, name, reason }];
  });
  return [...judgeTables(schema), ...keys, ...indexes, ...triggers, ...judgeFunctions(schema)];
}
