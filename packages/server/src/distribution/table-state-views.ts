import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { PlacedTable } from './placed-tables-rules.ts';

/** Lists where Citus has placed the tables. @returns undefined if the database has no Citus */
export async function listPlacedTables(connection: Connection): Promise<PlacedTable[] | undefined> {
  const found = await sql<{ exists: boolean }>`select to_regclass('citus_tables') is not null as exists`.execute(
    connection,
  );
  if (found.rows[0]?.exists !== true) return undefined;
  const { rows } = await sql<PlacedTable>`
    select
      citus_tables.table_name::text as table,
      citus_tables.citus_table_type as kind,
      nullif(citus_tables.distribution_column, '<none>') as column
    from citus_tables
    order by citus_tables.table_name::text`.execute(connection);
  return rows;
}
