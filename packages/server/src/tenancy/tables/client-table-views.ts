import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import { type ClientTable, inDeletionOrder } from './client-table-rules.ts';

/**
 * Lists every table that contains rows of clients, in the order in which the tables can be emptied. These are all tables of the schema with
 * a column `client_id`, except the table of clients itself. Reads the system tables of PostgreSQL, so that no table can be forgotten.
 */
export async function listClientTables(connection: Connection): Promise<ClientTable[]> {
  const { rows } = await sql<ClientTable>`
    select
      leaf.relname as name,
      root.relname as root,
      leaf_keys.targets as "refersTo",
      root.relname = any(leaf_keys.targets) as "refersToItself",
      exists (
        select 1
        from pg_trigger
        where pg_trigger.tgrelid = leaf.oid and not pg_trigger.tgisinternal and pg_trigger.tgtype & 8 <> 0
      ) as "hasDeleteTrigger"
    from pg_class as leaf
    join pg_class as root on root.oid = coalesce(pg_partition_root(leaf.oid), leaf.oid)
    join pg_attribute on pg_attribute.attrelid = leaf.oid
      and pg_attribute.attname = 'client_id'
      and not pg_attribute.attisdropped
    cross join lateral (
      select array(
        select distinct coalesce(target_root.relname, target.relname)::text
        from pg_constraint
        join pg_class as target on target.oid = pg_constraint.confrelid
        left join pg_class as target_root on target_root.oid = pg_partition_root(target.oid)
        where pg_constraint.contype = 'f' and pg_constraint.conrelid in (leaf.oid, root.oid)
      ) as targets
    ) as leaf_keys
    where leaf.relkind = 'r'
      and leaf.relnamespace = to_regnamespace(current_schema())
      and leaf.relname <> 'client'`.execute(connection);
  return inDeletionOrder(rows);
}

/** Returns the given tables that have a row of the client, in the same order. */
export async function listTablesInUse(
  connection: Connection,
  clientId: ClientId,
  tables: readonly ClientTable[],
): Promise<ClientTable[]> {
  if (tables.length === 0) return [];
  const checks = tables.map(
    ({ name }): RawBuilder<unknown> => sql`
      select ${name} as name
      where exists (
        select 1
        from ${sql.id(name)} as held
        where held.client_id = ${clientId}
      )`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(checks, sql` union all `)}`.execute(connection);
  const used = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => used.has(name));
}
