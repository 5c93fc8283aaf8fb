import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';

/** Number of rows of a table, including the rows of its partitions. */
export interface RowCount {
  table: string;
  rows: number;
  /** Number of inserted, updated and deleted rows since the statistics of the database began. */
  writes: number;
}

/** Lists the tables of the database, without partitions, each with the number of rows that were written to it. */
async function listTables(connection: Connection): Promise<{ table: string; writes: number }[]> {
  const { rows } = await sql<{ table: string; writes: number }>`
    select
      tables.relname as "table",
      (
        select coalesce(sum(written.n_tup_ins + written.n_tup_upd + written.n_tup_del), 0)::bigint
        from pg_stat_user_tables as written
        where written.relid = tables.oid
          or written.relid in (select inhrelid from pg_inherits where pg_inherits.inhparent = tables.oid)
      ) as writes
    from pg_class as tables
    where tables.relnamespace = 'public'::regnamespace
      and tables.relkind in ('r', 'p')
      and not tables.relispartition
    order by tables.relname`.execute(connection);
  return rows;
}

/** Counts the rows of all tables in one snapshot. A million products take half a second. */
export async function countRows(connection: Connection): Promise<RowCount[]> {
  const tables = await listTables(connection);
  if (tables.length === 0) return [];
  const counts = tables.map(
    ({ table }) => sql`select ${table}::text as "table", count(*) as "rows" from ${sql.id(table)}`,
  );
  const { rows } = await sql<{ table: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(
    connection,
  );
  const found = new Map(rows.map((row) => [row.table, row.rows]));
  return tables.map(({ table, writes }) => ({ table, writes, rows: found.get(table) ?? 0 }));
}
