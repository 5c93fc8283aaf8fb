import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import { isSecretColumn } from '../tables/client-table-rules.ts';

export interface TableColumns {
  /** Columns that an archive contains. */
  kept: string[];
  /** Columns that an archive omits. */
  secret: string[];
  /**
   * The columns of the primary key if it begins with `client_id`, so that rows can be read in this order without sorting. Otherwise empty.
   */
  order: string[];
}

/** Returns the columns of a table, from the system tables of PostgreSQL. */
export async function listColumns(connection: Transaction, table: string): Promise<TableColumns> {
  const { rows } = await sql<{ name: string; keyPlace: number | null }>`
    select
      pg_attribute.attname as name,
      array_position(pg_index.indkey::int2[], pg_attribute.attnum) as "keyPlace"
    from pg_attribute
    left join pg_index on pg_index.indrelid = pg_attribute.attrelid and pg_index.indisprimary
    where pg_attribute.attrelid = to_regclass(quote_ident(${table}))
      and pg_attribute.attnum > 0
      and not pg_attribute.attisdropped
    order by pg_attribute.attnum`.execute(connection);
  const key = rows
    .filter(({ keyPlace }) => keyPlace !== null)
    .toSorted((a, b) => (a.keyPlace ?? 0) - (b.keyPlace ?? 0))
    .map(({ name }) => name);
  const names = rows.map(({ name }) => name);
  return {
    kept: names.filter((name) => !isSecretColumn(name)),
    secret: names.filter(isSecretColumn),
    order: key[0] === 'client_id' ? key : [],
  };
}

/**
 * Number of rows of the first read. Each later read has at most four times as many rows as the one before, and at most `maxRows` rows or
 * about `wantedBytes`.
 */
const firstRows = 10;
const maxRows = 500;
const wantedBytes = 4 * 1024 ** 2;

/**
 * Reads the rows of a client from a table, each as one line of JSON. Uses a database cursor, so that memory does not grow with the table.
 */
export async function* readTable(
  snapshot: Transaction,
  clientId: ClientId,
  table: string,
  { kept, order }: TableColumns,
): AsyncGenerator<string[], void, undefined> {
  const column = (name: string) => sql.ref(`held.${name}`);
  const ordered = order.length === 0 ? sql`` : sql`order by ${sql.join(order.map(column))}`;
  await sql`
    declare archived_rows no scroll cursor for
    select row_to_json(row_of)::text as line
    from (
      select ${sql.join(kept.map(column))}
      from ${sql.id(table)} as held
      where held.client_id = ${clientId}
      ${ordered}
    ) as row_of`.execute(snapshot);
  for (let count = firstRows; ;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(count)} from archived_rows`.execute(snapshot);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
    const bytes = rows.reduce((sum, { line }) => sum + line.length, 0);
    count = Math.max(1, Math.min(maxRows, count * 4, Math.floor(wantedBytes / (bytes / rows.length))));
  }
  await sql`close archived_rows`.execute(snapshot);
}
