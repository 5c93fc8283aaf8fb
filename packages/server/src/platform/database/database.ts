import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { copyThrough } from './copy-in.ts';
import { askOverConnection, createDatabasePulse, guardPool } from './database-pulse.ts';
import { preparedPlans } from './planner-settings.ts';
import { prepareStatements } from './prepared-statements.ts';

// parses bigint as number, because every bigint in our tables is a count or a position below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A database without table types, because only `sql` templates are used. `unknown` disables Kysely's query builder (decision 0019). */
export type Database = Kysely<unknown>;
/** Either a connection inside a transaction that a service opened, or the database itself for single statements. */
export type Connection = Kysely<unknown> | Transaction<unknown>;

export interface DatabaseHandle extends AsyncDisposable {
  kysely: Database;
  pool: pg.Pool;
  close: () => Promise<void>;
}

function driven(pool: pg.Pool, options: { prepared?: boolean; copies?: boolean }): PostgresPool {
  if (options.prepared) return prepareStatements(pool);
  return options.copies ? copyThrough(pool) : pool;
}

/**
 * Opens a pool. A statement fails as unavailable (503) instead of hanging if it gets no free connection within 4.5 s, or if the database is
 * unresponsive for 4.5 s.
 * @param onError called with the error of an idle connection that broke; the pool replaces the connection
 */
export function openDatabase(options: {
  connectionString: string;
  max: number;
  name: string;
  onError: (error: Error) => void;
  /** Server settings for every connection, as `-c name=value`. */
  settings?: string;
  /**
   * If true, each statement is planned once per connection. Use this only for statements with a fixed text that find every row by an index.
   */
  prepared?: boolean;
  /** If true, rows can be sent with COPY. */
  copies?: boolean;
}): DatabaseHandle {
  const settings = options.prepared ? preparedPlans : options.settings;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 4_500,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(settings === undefined ? {} : { options: settings }),
  });
  pool.on('error', options.onError);
  // A connection may break between two statements of a transaction, when no other listener is attached. Without this listener, the error
  // would end the process. With the listener, the next statement on the connection fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const pulse = createDatabasePulse(askOverConnection(options.connectionString));
  const guarded = guardPool(driven(pool, options), pulse);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: guarded }) });
  let closing: Promise<void> | undefined;
  const close = () => {
    pulse[Symbol.dispose]();
    return (closing ??= kysely.destroy());
  };
  return { kysely, pool, close, [Symbol.asyncDispose]: close };
}
