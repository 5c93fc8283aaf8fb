import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { Schema, SchemaIndex, SchemaKey, SchemaTable, SchemaTrigger } from './schema-types.ts';

/** Builds the condition that a row of pg_class is a table of the schema, and not a partition. */
const isTable = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.relkind`)} in ('r', 'p') and not ${sql.ref(`${alias}.relispartition`)}
    and ${sql.ref(`${alias}.relnamespace`)} = to_regnamespace(current_schema()))`;

/** Builds an SQL array of column names from an array of column numbers, in the same order. */
const namesOf = (table: string, numbers: string): RawBuilder<string[]> => sql`array(
    select pg_attribute.attname::text
    from unnest(${sql.ref(numbers)}) with ordinality as part (number, position)
    join pg_attribute on pg_attribute.attrelid = ${sql.ref(table)} and pg_attribute.attnum = part.number
    order by part.position
  )`;

async function listTables(connection: Connection): Promise<SchemaTable[]> {
  const { rows } = await sql<SchemaTable>`
    select
      pg_class.relname as name,
      array(
        select pg_attribute.attname::text
        from pg_attribute
        where pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0 and not pg_attribute.attisdropped
      ) as columns,
      coalesce((select sum(pg_total_relation_size(tree.relid)) from pg_partition_tree(pg_class.oid) as tree), pg_total_relation_size(pg_class.oid))::bigint as bytes
    from pg_class
    where ${isTable('pg_class')}
    order by pg_class.relname`.execute(connection);
  return rows;
}

async function listKeys(connection: Connection): Promise<SchemaKey[]> {
  const { rows } = await sql<SchemaKey>`
    select
      pg_class.relname as table, pg_constraint.conname as name, target.relname as target,
      ${namesOf('pg_constraint.conrelid', 'pg_constraint.conkey')} as columns,
      ${namesOf('pg_constraint.confrelid', 'pg_constraint.confkey')} as "targetColumns",
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = pg_constraint.conrelid
    join pg_class as target on target.oid = pg_constraint.confrelid
    where pg_constraint.contype = 'f' and pg_constraint.conparentid = 0 and ${isTable('pg_class')} and ${isTable('target')}
    order by pg_class.relname, pg_constraint.conname`.execute(connection);
  return rows;
}

async function listUniqueIndexes(connection: Connection): Promise<SchemaIndex[]> {
  const { rows } = await sql<SchemaIndex>`
    select
      pg_class.relname as table, index_class.relname as name,
      ${namesOf('pg_index.indrelid', 'pg_index.indkey')} as columns
    from pg_index
    join pg_class on pg_class.oid = pg_index.indrelid
    join pg_class as index_class on index_class.oid = pg_index.indexrelid
    where pg_index.indisunique and ${isTable('pg_class')}
    order by pg_class.relname, index_class.relname`.execute(connection);
  return rows;
}

async function listTriggers(connection: Connection): Promise<SchemaTrigger[]> {
  const { rows } = await sql<SchemaTrigger>`
    select
      pg_class.relname as table, pg_trigger.tgname as name,
      pg_trigger.tgoldtable is not null or pg_trigger.tgnewtable is not null as "hasTransitionTable",
      pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger
    join pg_class on pg_class.oid = pg_trigger.tgrelid
    where not pg_trigger.tgisinternal and ${isTable('pg_class')}
    order by pg_class.relname, pg_trigger.tgname`.execute(connection);
  return rows;
}

async function listSqlFunctions(connection: Connection): Promise<Schema['functions']> {
  const { rows } = await sql<{ name: string; body: string }>`
    select pg_proc.proname as name, pg_proc.prosrc as body
    from pg_proc
    join pg_language on pg_language.oid = pg_proc.prolang
    where pg_language.lanname = 'sql' and pg_proc.pronargs > 0
      and pg_proc.pronamespace = to_regnamespace(current_schema())
    order by pg_proc.proname`.execute(connection);
  return rows;
}

async function findCitusVersion(connection: Connection): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select pg_extension.extversion as version
    from pg_extension
    where pg_extension.extname = 'citus'`.execute(connection);
  return rows[0]?.version ?? null;
}

/** Reads the facts that determine how a database can be distributed, from the system tables of PostgreSQL. */
export async function readSchema(connection: Connection): Promise<Schema> {
  return {
    tables: await listTables(connection),
    keys: await listKeys(connection),
    uniqueIndexes: await listUniqueIndexes(connection),
    triggers: await listTriggers(connection),
    functions: await listSqlFunctions(connection),
    citusVersion: await findCitusVersion(connection),
  };
}
