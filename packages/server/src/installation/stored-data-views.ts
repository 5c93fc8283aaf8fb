import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';

export interface TableSize {
  /** Name of the table. Partitions are counted under the name of their partitioned table. */
  table: string;
  /** Estimate from the last analysis of the table. */
  rows: number;
  /** Includes indexes and TOAST data. */
  bytes: number;
}

/** Lists the sizes of all tables. Reads the sizes of files, so it takes about 0.1 ms for each table and index. */
export async function listTableSizes(connection: Connection): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select
      coalesce(root.relname, leaf.relname) as "table",
      sum(greatest(leaf.reltuples, 0))::bigint as rows,
      sum(pg_total_relation_size(leaf.oid))::bigint as bytes
    from pg_class as leaf
    left join pg_class as root on root.oid = pg_partition_root(leaf.oid)
    where leaf.relnamespace = 'public'::regnamespace
      and leaf.relkind = 'r'
    group by coalesce(root.relname, leaf.relname)`.execute(connection);
  return rows;
}

/** Returns the number of rows that were deleted because of their age, by name of the retention. */
export async function listDeleted(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; deleted: number }>`
    select retention.name, retention.deleted
    from retention`.execute(connection);
  return new Map(rows.map(({ name, deleted }) => [name, deleted]));
}
