import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the connection string of the embedded database of a data folder; each start uses another socket. @throws if it is not running */
export async function readEmbeddedConnection(data: string): Promise<string> {
  const [password, pidFile] = await Promise.all(
    ['postgres-password', join('postgres', 'postmaster.pid')].map((name) => readFile(join(data, name), 'utf8')),
  );
  const socketFolder = pidFile?.split('\n')[4];
  if (!password || !socketFolder) throw new Error('the database is just starting');
  return `postgresql://pimento:${password.trim()}@localhost/pimento?host=${encodeURIComponent(socketFolder)}`;
}
