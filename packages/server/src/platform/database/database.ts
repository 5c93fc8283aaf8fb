import type { Socket } from 'node:net';
import { Kysely, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { copyThrough } from './copy.ts';
import { createDatabasePulse, guardPool, type PulseTimes, usualPulse } from './database-pulse.ts';
import { askOverConnection } from './database-question.ts';
import { LockingDialect } from './locking-dialect.ts';
import { preparedPlans } from './planner-settings.ts';
import { prepareStatements } from './prepared-statements.ts';
import { isShared, settleTransactions } from './shared-sessions.ts';
import { tracedPool } from '../telemetry/traced-pool.ts';
import { applySettings, type ServerSettings, transactionSettings } from './session-settings.ts';

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

/** Databases whose connections share sessions. */
const shared = new WeakSet<Database>();

/** Returns true if the connections of a database share sessions. Session settings must then not be changed. */
export const sharesSessions = (database: Database): boolean => shared.has(database);

/**
 * Wraps the pool as its options require. With shared sessions, statements are not prepared, because the next statement may run in a
 * different session. Each statement is then planned for its parameters and the current size of the tables, so `preparedPlans` is not
 * needed.
 */
function driven(pool: pg.Pool, options: DatabaseOptions): PostgresPool {
  const isSharing = isShared(options.connectionString);
  if (options.prepared && !isSharing) return prepareStatements(pool);
  const copying = options.copies ? copyThrough(pool) : pool;
  if (!isSharing) return copying;
  return settleTransactions(copying, transactionSettings(options.settings), options.settings !== undefined);
}

/**
 * Returns a function that closes all connections of a pool without waiting for the database. Their statements fail, and the pool opens new
 * connections. The function keeps its own list of connections, because the pool has none.
 */
function closerOf(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return () => {
    for (const client of clients) {
      // The types of the library lack this member. `end()` is not used, because it would wait for the database if the connection is idle.
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    }
  };
}

interface PoolOptions {
  /** Marked by `findSessions` if the connections share sessions. */
  connectionString: string;
  max: number;
  name: string;
  /** Called with the error of an idle connection that broke. The pool replaces the connection. */
  onError: (error: Error) => void;
  /**
   * Settings of the database for every connection, in addition to those of `applySettings`. If connections share sessions, the settings
   * apply to every transaction, and to every statement outside of a transaction.
   */
  settings?: ServerSettings;
  /** Time limits for an unresponsive database, `usualPulse` by default. */
  pulse?: PulseTimes;
}

/**
 * If `prepared` is true, each statement is planned once per connection. Use this only for statements with a fixed text that find every row
 * by an index. If `copies` is true, rows can be sent and received with COPY. A pool cannot do both.
 */
type StatementOptions = { prepared?: boolean; copies?: false } | { prepared?: false; copies?: boolean };

export type DatabaseOptions = PoolOptions & StatementOptions;

/**
 * Opens a pool. A statement fails as unavailable (503) instead of hanging if it gets no free connection within 4.5 s, or if the database is
 * unresponsive (with `usualPulse`, for 4.5 s). When the database is found unresponsive, the pool replaces all of its connections, because
 * the network may have lost them silently.
 */
export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const isSharing = isShared(options.connectionString);
  const settings = { ...(options.prepared ? preparedPlans : {}), ...options.settings };
  // The pool awaits a returned promise, although its types do not mention this.
  const onConnect: (client: pg.ClientBase) => unknown = (client) => applySettings(client, settings);
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: 4_500,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(isSharing ? {} : { onConnect }),
  });
  pool.on('error', options.onError);
  // A connection may break between two statements of a transaction, when no other listener is attached. Without this listener, the error
  // would end the process. With this listener, the next statement on the connection fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const times = options.pulse ?? usualPulse;
  const question = askOverConnection(options.connectionString, times);
  const pulse = createDatabasePulse(question, times, closerOf(pool));
  const guarded = tracedPool(guardPool(driven(pool, options), pulse));
  const kysely = new Kysely<unknown>({ dialect: new LockingDialect({ pool: guarded }) });
  if (isSharing) shared.add(kysely);
  let closing: Promise<void> | undefined;
  const close = () => {
    pulse[Symbol.dispose]();
    return (closing ??= kysely.destroy());
  };
  return { kysely, pool, close, [Symbol.asyncDispose]: close };
}
