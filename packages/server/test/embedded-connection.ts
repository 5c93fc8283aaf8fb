import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How the embedded database of a data folder is reached now; every start gives its socket another place. @throws while it does not run */
export async function readEmbeddedConnection(data: string): Promise<string> {
  const [password, pidFile] = await Promise.all(
    ['postgres-password', join('postgres', 'postmaster.pid')].map((name) => readFile(join(data, name), 'utf8')),
  );
  const socketFolder = pidFile?.split('\n')[4];
  if (!password || !socketFolder) throw new Error('the database is just starting');
  return `postgresql://pimento:${password.trim()}@localhost/pimento?host=${encodeURIComponent(socketFolder)}`;
}
