import pg from 'pg';
import { StartRefusedError } from '../start-refused.ts';

const setting = 'pimento.session';
const timeoutMs = 10_000;
/** Number of times that the check is repeated, because a pooler may by chance give a connection the same session twice. */
const rounds = 3;

/**
 * Returns true if connections keep their sessions. Writes a different name into a session setting over each connection, and reads each name
 * back.
 */
async function keepsSessions(clients: readonly pg.Client[]): Promise<boolean> {
  for (const [name, client] of clients.entries())
    await client.query('select set_config($1, $2, false)', [setting, String(name)]);
  for (const [name, client] of clients.entries()) {
    // twice, because a pooler that alternates between sessions gives the second statement a different session
    for (let read = 0; read < 2; read += 1) {
      const { rows } = await client.query<{ name: string | null }>('select current_setting($1, true) as name', [
        setting,
      ]);
      if (rows[0]?.name !== String(name)) return false;
    }
  }
  return true;
}

/**
 * Requires that connections do not share a session. A pooler in transaction or statement mode can run each transaction in a different
 * session. Settings, prepared statements and temporary tables then belong to another connection, and imports are lost.
 * @throws StartRefusedError if connections share sessions; errors of the database and the network
 */
export async function requireOwnSessions(connectionString: string): Promise<void> {
  const options = { connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const clients = [new pg.Client(options), new pg.Client(options)];
  try {
    for (const client of clients) {
      client.on('error', () => undefined);
      await client.connect();
    }
    for (let round = 0; round < rounds; round += 1) {
      if (await keepsSessions(clients)) continue;
      throw new StartRefusedError(
        'The pooler in front of the database at PIMENTO_DATABASE_URL does not keep the session of a connection, so imports would be lost: set its pool mode to session, or connect to the database directly.',
      );
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
