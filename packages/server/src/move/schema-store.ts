import { sql } from 'kysely';
import { type Connection, limitLockWaits, type Transaction } from '../platform/index.ts';
import type { MovedSequence, MovedTable } from './move-types.ts';

/** Statements that recreate the dropped parts of the schema. */
interface DroppedParts {
  indexes: { name: string; create: string }[];
  /** Foreign keys. */
  constraints: string[];
}

/**
 * Prevents moves of several installations into one database at the same time, until the transaction ends.
 * @throws a lock timeout if, after a minute, another move is still running or being rolled back
 */
export async function lockTarget(opened: Transaction): Promise<void> {
  await limitLockWaits(opened, 60_000);
  await sql`select pg_advisory_xact_lock(hashtext('pimento db move'))`.execute(opened);
}

async function runAll(opened: Transaction, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await sql.raw(statements.join(';\n')).execute(opened);
}

/** Creates the partitions that the migrations do not create. */
export async function createPartitions(opened: Transaction, tables: readonly MovedTable[]): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('create table if not exists %I partition of %I %s', s."table", s.parent, s.bounds) as statement
    from jsonb_to_recordset(${JSON.stringify(tables)}::jsonb) as s ("table" text, parent text, bounds text)
    where s.parent is not null`.execute(opened);
  await runAll(
    opened,
    rows.map(({ statement }) => statement),
  );
}

/** Removes the rows that migrations insert. COPY can then write rows that need no vacuum. */
export async function emptyTables(opened: Transaction, tables: readonly MovedTable[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ table }) => sql.id(table)))}`.execute(opened);
}

async function dropForeignKeys(opened: Transaction): Promise<string[]> {
  const { rows } = await sql<{ drop: string; create: string }>`
    select
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    order by conrelid, conname`.execute(opened);
  await runAll(
    opened,
    rows.map(({ drop }) => drop),
  );
  return rows.map(({ create }) => create);
}

/** Drops the indexes of ordinary tables, except those of primary keys and unique constraints. */
async function dropIndexes(opened: Transaction): Promise<DroppedParts['indexes']> {
  const { rows } = await sql<{ drop: string; name: string; create: string }>`
    select
      format('drop index %s', pg_index.indexrelid::regclass) as drop,
      indexes.relname as name,
      pg_get_indexdef(pg_index.indexrelid) as create
    from pg_index
    join pg_class as indexes on indexes.oid = pg_index.indexrelid
    where indexes.relnamespace = 'public'::regnamespace
      and indexes.relkind = 'i'
      and not indexes.relispartition
      and not exists (select 1 from pg_constraint where pg_constraint.conindid = pg_index.indexrelid)
    order by indexes.relname`.execute(opened);
  await runAll(
    opened,
    rows.map(({ drop }) => drop),
  );
  return rows.map(({ name, create }) => ({ name, create }));
}

/** Enables or disables the triggers of all tables. The role only needs to own the tables. */
async function switchTriggers(opened: Transaction, action: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select distinct format('alter table %s %s trigger user', tgrelid::regclass, ${action}::text) as statement
    from pg_trigger
    join pg_class on pg_class.oid = pg_trigger.tgrelid
    where not tgisinternal and tgparentid = 0 and pg_class.relnamespace = 'public'::regnamespace`.execute(opened);
  await runAll(
    opened,
    rows.map(({ statement }) => statement),
  );
}

/**
 * Prepares the tables for COPY. Disables the triggers, so that none records the rows as changes. Drops the foreign keys, so that the order
 * of the tables does not matter. Drops the indexes, so that they are built once at the end instead of row by row.
 */
export async function dropConstraints(opened: Transaction): Promise<DroppedParts> {
  await switchTriggers(opened, 'disable');
  const constraints = await dropForeignKeys(opened);
  return { constraints, indexes: await dropIndexes(opened) };
}

/** Builds one index again. */
export async function createIndex(opened: Transaction, { create }: DroppedParts['indexes'][number]): Promise<void> {
  await sql.raw(create).execute(opened);
}

/** Adds the foreign keys again, which checks all rows, and enables the triggers. Then collects statistics for the planner. */
export async function restoreConstraints(
  opened: Transaction,
  { constraints }: DroppedParts,
  tables: readonly MovedTable[],
): Promise<void> {
  await runAll(opened, constraints);
  await switchTriggers(opened, 'enable');
  await sql`analyze ${sql.join(tables.map(({ table }) => sql.id(table)))}`.execute(opened);
}

export async function setSequences(opened: Transaction, sequences: readonly MovedSequence[]): Promise<void> {
  await sql`
    select setval(format('%I', s.sequence)::regclass, s."lastValue")
    from jsonb_to_recordset(${JSON.stringify(sequences)}::jsonb) as s (sequence text, "lastValue" bigint)`.execute(
    opened,
  );
}

/** Lists the given tables that the database does not have. */
export async function listUnknownTables(connection: Connection, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select given.name as "table"
    from unnest(${tables}::text[]) as given (name)
    where to_regclass(format('public.%I', given.name)) is null
    order by given.name`.execute(connection);
  return rows.map(({ table }) => table);
}
