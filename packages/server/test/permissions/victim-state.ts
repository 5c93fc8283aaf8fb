import { sql } from 'kysely';
import type { Database } from '../../src/platform/index.ts';
import { strangerIds } from './people.ts';

/** Tables in which every request is recorded, or to which background work writes. */
const ignoredTables = [
  'sign_in_attempt',
  'service_running',
  'search_state',
  'product_search',
  'product_change',
  'audit_event',
  'audit_unsealed',
  'audit_seal',
  'audit_chain',
  'client_archive',
  'client_storage',
  'node',
  'retention',
];
/** Columns that are written when a credential is used, or when the adapter's stream gets an event of a different client. */
const ignoredColumns = ['last_used_at', 'last_address', 'last_created'];

interface Table {
  name: string;
  columns: string[];
}

async function listTables(database: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select class.relname as name, array_agg(attribute.attname::text) as columns
    from pg_class as class
    join pg_attribute as attribute on attribute.attrelid = class.oid
    where class.relnamespace = 'public'::regnamespace
      and class.relkind in ('r', 'p')
      and not class.relispartition
      and attribute.attnum > 0
      and not attribute.attisdropped
    group by class.relname
    order by class.relname`.execute(database);
  return rows.filter(({ name }) => !ignoredTables.includes(name));
}

function rowsOf({ name, columns }: Table) {
  const own = [sql`true`];
  if (columns.includes('client_id')) own.push(sql`stored.client_id is distinct from 'evil'`);
  if (columns.includes('person_id')) own.push(sql`stored.person_id <> all(${strangerIds})`);
  // the sign-in library deletes an expired session when its cookie is used
  if (name === 'person_session') own.push(sql`stored.expires_at > now()`);
  return sql`
    select ${sql.lit(name)} as name, array_agg(stored.line order by stored.line) as lines
    from (
      select (to_jsonb(stored) - ${ignoredColumns}::text[])::text as line
      from ${sql.table(name)} as stored
      where ${sql.join(own, sql` and `)}
    ) as stored`;
}

/** Rows as text, by table. */
export type State = Record<string, string[] | null>;

/**
 * Creates a function that reads all rows of the database except those of the client `evil`, of its people and of `ignoredTables`. The
 * database itself lists the tables, so that no new table is forgotten.
 */
export async function createStateReader(database: Database): Promise<() => Promise<State>> {
  const statement = sql.join((await listTables(database)).map(rowsOf), sql` union all `);
  return async () => {
    const { rows } = await sql<{ name: string; lines: string[] | null }>`${statement}`.execute(database);
    return Object.fromEntries(rows.map(({ name, lines }) => [name, lines]));
  };
}
