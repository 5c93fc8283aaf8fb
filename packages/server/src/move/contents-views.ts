import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { Contents, Fingerprint, MovedSequence, MovedTable } from './move-types.ts';

async function listMigrations(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select schema_migration.name
    from schema_migration
    order by schema_migration.name`.execute(connection);
  return rows.map(({ name }) => name);
}

/** Lists tables and partitions. Omits partitions that are being detached, and detached partitions of events, which are to be dropped. */
async function listTables(connection: Connection): Promise<MovedTable[]> {
  const { rows } = await sql<MovedTable>`
    select
      tables.relname as "table",
      array(
        select pg_attribute.attname::text
        from pg_attribute
        where pg_attribute.attrelid = tables.oid
          and pg_attribute.attnum > 0
          and not pg_attribute.attisdropped
          and pg_attribute.attgenerated = ''
        order by pg_attribute.attname
      ) as columns,
      parent.relname as parent,
      pg_get_expr(tables.relpartbound, tables.oid) as bounds,
      pg_table_size(tables.oid) as bytes
    from pg_class as tables
    left join pg_inherits on pg_inherits.inhrelid = tables.oid
    left join pg_class as parent on parent.oid = pg_inherits.inhparent
    where tables.relnamespace = 'public'::regnamespace
      and tables.relkind = 'r'
      and pg_inherits.inhdetachpending is not true
      and not (tables.relname ~ '^event_[0-9]{8}$' and pg_inherits.inhrelid is null)
    order by tables.relname`.execute(connection);
  return rows;
}

/** Lists the sequences that were used, including those of identity columns. */
export async function listSequences(connection: Connection): Promise<MovedSequence[]> {
  const { rows } = await sql<MovedSequence>`
    select pg_sequences.sequencename as sequence, pg_sequences.last_value as "lastValue"
    from pg_sequences
    where pg_sequences.schemaname = 'public' and pg_sequences.last_value is not null
    order by pg_sequences.sequencename`.execute(connection);
  return rows;
}

/**
 * Returns a hash of the secret that the first migration creates at random. The secret itself never leaves the database.
 * @returns null if there is none
 */
export async function findIdentity(connection: Connection): Promise<string | null> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select exists (
      select 1
      from pg_attribute
      where attrelid = to_regclass('public.installation') and attname = 'session_secret'
    ) as "exists"`.execute(connection);
  if (found[0]?.exists !== true) return null;
  const { rows } = await sql<{ identity: string }>`
    select md5(installation.session_secret) as identity
    from installation`.execute(connection);
  return rows[0]?.identity ?? null;
}

/** Reads what a database of Pimento contains. @returns undefined if it was never migrated */
export async function readContents(connection: Connection): Promise<Contents | undefined> {
  const identity = await findIdentity(connection);
  if (identity === null) return undefined;
  return {
    migrations: await listMigrations(connection),
    identity,
    tables: await listTables(connection),
    sequences: await listSequences(connection),
  };
}

/**
 * Counts the rows of a table and adds up a part of the MD5 hash of each row's text. This text is the same in all versions of PostgreSQL,
 * unlike the results of PostgreSQL's own hash functions.
 */
export async function readFingerprint(connection: Connection, { table, columns }: MovedTable): Promise<Fingerprint> {
  const row = sql.join(columns.map((column) => sql.id(column)));
  const { rows } = await sql<Fingerprint>`
    select
      count(*) as "rows",
      coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as checksum
    from only ${sql.id(table)}`.execute(connection);
  return rows[0] ?? { rows: 0, checksum: '0' };
}
