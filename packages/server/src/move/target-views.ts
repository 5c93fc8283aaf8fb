import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { TargetFacts } from './move-types.ts';

/** Lists tables, views and sequences in the schema `public`, except those of extensions. */
async function listRelations(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name
    from pg_class
    where pg_class.relnamespace = to_regnamespace('public')
      and pg_class.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (
        select 1
        from pg_depend
        where pg_depend.classid = 'pg_class'::regclass and pg_depend.objid = pg_class.oid and pg_depend.deptype = 'e'
      )
    order by pg_class.relname`.execute(connection);
  return rows.map(({ name }) => name);
}

/** Reads the facts that decide whether a database can hold the data of an installation. */
export async function readTarget(connection: Connection): Promise<TargetFacts> {
  const { rows } = await sql<Omit<TargetFacts, 'relations'>>`
    select
      current_user as role,
      current_database() as database,
      current_setting('server_version_num')::integer as "versionNumber",
      pg_encoding_to_char(pg_database.encoding) as encoding,
      current_setting('transaction_read_only')::boolean as "isReadOnly",
      current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      has_database_privilege(current_database(), 'temporary') as "mayCreateTemporary",
      lower(chr(196)) = chr(228) as "foldsLetters"
    from pg_database
    where pg_database.datname = current_database()`.execute(connection);
  const [facts] = rows;
  if (facts === undefined) throw new Error('the database does not list itself');
  return { ...facts, relations: await listRelations(connection) };
}
