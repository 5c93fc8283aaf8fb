import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName } from './postgres-cluster.ts';
import { socketPort } from './postgres-socket.ts';

/** Returns the first folder that has the socket of a server. @returns undefined if there is none */
async function findSocketFolder(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const socket = await stat(join(folder, `.s.PGSQL.${socketPort}`)).catch(() => undefined);
    if (socket) return folder;
  }
  return undefined;
}

/**
 * Finds the running embedded database of a data folder. The folder of the database's socket changes at each start. A systemd service may
 * have a private /tmp, which other processes can access through /proc.
 * @returns the connection string; undefined if no database runs on this folder, or if this user may not read the folder
 */
export async function findRunningPostgres(dataFolder: string): Promise<string | undefined> {
  const read = (name: string) => readFile(join(dataFolder, name), 'utf8').catch(() => '');
  const [password, pidFile] = await Promise.all([read('postgres-password'), read(join('postgres', 'postmaster.pid'))]);
  const [pid = '', , , , recorded = ''] = pidFile.split('\n');
  if (password === '' || recorded === '') return undefined;
  // If Pimento and its database were both killed, the pid file remains, but the watchdog has removed the socket.
  const folder = await findSocketFolder([recorded, `/proc/${pid}/root${recorded}`]);
  if (folder === undefined) return undefined;
  return `postgresql://pimento:${password.trim()}@localhost/${databaseName}?host=${encodeURIComponent(folder)}`;
}
