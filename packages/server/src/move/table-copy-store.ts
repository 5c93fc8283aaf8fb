import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { copyIn, copyOut, type Connection, type Transaction } from '../platform/index.ts';
import type { MovedTable } from './move-types.ts';

/** Returns the table and its columns as SQL, quoted. */
function compiledTarget(connection: Connection, { table, columns }: MovedTable): string {
  const list = sql.join(columns.map((column) => sql.id(column)));
  return sql`${sql.id(table)} (${list})`.compile(connection).sql;
}

/** Starts to read all rows of a table, in the text format of COPY, which all versions of PostgreSQL share. */
export function readRows(snapshot: Transaction, table: MovedTable): Promise<Readable> {
  return copyOut(snapshot, `copy ${compiledTarget(snapshot, table)} to stdout`);
}

/** Writes rows to a table that was emptied in the same transaction. The rows are frozen, so they need no vacuum. */
export function writeRows(opened: Transaction, table: MovedTable, rows: Readable): Promise<void> {
  return copyIn(opened, `copy ${compiledTarget(opened, table)} from stdin with (freeze)`, rows);
}
