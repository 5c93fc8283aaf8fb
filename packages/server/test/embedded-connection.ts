import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads the connection string of a data folder's embedded database, whose socket changes at each start.
 * @throws if the database is not running or is still starting
 */
export async function readEmbeddedConnection(data: string): Promise<string> {
  const [password, pidFile] = await Promise.all(
    ['postgres-password', join('postgres', 'postmaster.pid')].map((name) => readFile(join(data, name), 'utf8')),
  );
  const socketFolder = pidFile?.split('\n')[4];
  if (!password || !socketFolder) throw new Error('the database is just starting');
  return `postgresql://pimento:${password.trim()}@localhost/pimento?host=${encodeURIComponent(socketFolder)}`;
}
