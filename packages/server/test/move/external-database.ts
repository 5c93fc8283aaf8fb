import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of a role without special privileges, such as a hosting provider supplies. */
export interface ExternalDatabase extends AsyncDisposable {
  connectionString: string;
  /** Name of the database and of its role. */
  name: string;
  /** Runs a statement in the database as its role. */
  query<T extends pg.QueryResultRow>(statement: string): Promise<T[]>;
}

async function run<T extends pg.QueryResultRow>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Creates an empty database on the PostgreSQL of the tests.
 * @param options `with`: options of `create database`; `isOwner`: whether the role owns the database
 */
export async function createExternalDatabase(
  options: { with?: string; isOwner?: boolean } = {},
): Promise<ExternalDatabase> {
  const admin = process.env['PIMENTO_TEST_DATABASE_URL'] ?? '';
  const name = `moved_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(8).toString('hex');
  await run(admin, `create role ${name} login password '${password}'`);
  const owner = (options.isOwner ?? true) ? `owner ${name}` : '';
  await run(admin, `create database ${name} template template0 ${owner} ${options.with ?? ''}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  url.username = name;
  url.password = password;
  return {
    connectionString: url.href,
    name,
    query: (statement) => run(url.href, statement),
    async [Symbol.asyncDispose]() {
      await run(admin, `drop database ${name} with (force)`);
      await run(admin, `drop role ${name}`);
    },
  };
}

/** Lists the indexes, constraints, triggers and columns of a database, without those of partitions. */
export async function listSchema(connectionString: string): Promise<string[]> {
  const rows = await run<{ part: string }>(
    connectionString,
    `with own as (
      select oid, relname
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    )
    select pg_get_indexdef(indexrelid) as part from pg_index join own on own.oid = indrelid
    union all
    select format('%s: %s %s %s', own.relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
    from pg_constraint join own on own.oid = conrelid
    union all
    select format('%s: %s %s', own.relname, pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join own on own.oid = tgrelid where not tgisinternal
    union all
    select format('%s.%s %s', own.relname, attname, format_type(atttypid, atttypmod))
    from pg_attribute join own on own.oid = attrelid where attnum > 0 and not attisdropped
    order by part`,
  );
  return rows.map(({ part }) => part);
}
