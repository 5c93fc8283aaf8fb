import pg from 'pg';
import { StartRefusedError } from '../start-refused.ts';
import { markShared } from './shared-sessions.ts';

const setting = 'pimento.session';
const timeoutMs = 10_000;
/** The check runs this many times, because a pooler may by chance give a connection the same session twice. */
const rounds = 3;

/**
 * Returns true if connections keep their sessions. Writes a different name into a session setting over each connection, and reads each name
 * back. The process of the database must also stay the same.
 */
async function keepsSessions(clients: readonly pg.Client[]): Promise<boolean> {
  const pids: (number | undefined)[] = [];
  for (const [name, client] of clients.entries()) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid, set_config($1, $2, false)', [
      setting,
      String(name),
    ]);
    pids.push(rows[0]?.pid);
  }
  for (const [name, client] of clients.entries()) {
    // twice, because a pooler that alternates between sessions gives the second statement a different session
    for (let read = 0; read < 2; read += 1) {
      const { rows } = await client.query<{ name: string | null; pid: number }>(
        'select current_setting($1, true) as name, pg_backend_pid() as pid',
        [setting],
      );
      if (rows[0]?.name !== String(name) || rows[0].pid !== pids[name]) return false;
    }
  }
  return true;
}

/**
 * Requires that a transaction keeps its session until its end. A pooler in statement mode refuses transactions.
 * @throws StartRefusedError if the pooler does not run transactions; errors of the network
 */
async function requireTransactions(client: pg.Client): Promise<void> {
  let reason = 'settings of a transaction are lost';
  try {
    await client.query(`begin; set local ${setting} = 'kept'`);
    const { rows } = await client.query<{ name: string | null }>(`select current_setting('${setting}', true) as name`);
    await client.query('commit');
    if (rows[0]?.name === 'kept') return;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    reason = error.message;
  }
  throw new StartRefusedError(
    `The pooler in front of the database at PIMENTO_DATABASE_URL does not run transactions (${reason}): set its pool mode to transaction or session, or connect to the database directly.`,
  );
}

async function withClients<T>(connectionString: string, work: (clients: pg.Client[]) => Promise<T>): Promise<T> {
  const options = { connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const clients = [new pg.Client(options), new pg.Client(options)];
  try {
    for (const client of clients) {
      client.on('error', () => undefined);
      await client.connect();
    }
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** Writes session settings over two connections, and reads them back. @returns true if both connections keep their sessions */
async function haveOwnSessions(clients: readonly pg.Client[]): Promise<boolean> {
  for (let round = 0; round < rounds; round += 1) if (!(await keepsSessions(clients))) return false;
  return true;
}

/**
 * Finds out whether a connection keeps its session. A pooler in transaction mode can run each transaction in a different session.
 * @returns the connection string, marked if connections share sessions
 * @throws StartRefusedError if the pooler does not run transactions; errors of the database and the network
 */
export function findSessions(connectionString: string): Promise<string> {
  return withClients(connectionString, async (clients) => {
    if (await haveOwnSessions(clients)) return connectionString;
    for (const client of clients) await requireTransactions(client);
    return markShared(connectionString);
  });
}

/**
 * Requires that connections do not share sessions.
 * @param purpose completes the message "This command cannot …"
 * @throws StartRefusedError if connections share sessions; errors of the database and the network
 */
export async function requireOwnSessions(connectionString: string, purpose: string): Promise<void> {
  if (await withClients(connectionString, haveOwnSessions)) return;
  throw new StartRefusedError(
    `This command cannot ${purpose} through a pooler in transaction mode: name the database itself with --database-url.`,
  );
}
