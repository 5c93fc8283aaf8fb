import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName } from './postgres-cluster.ts';
import { socketPort } from './postgres-socket.ts';

/**
 * Finds the embedded database of a service that runs on a data folder. The folder of its socket changes at each start.
 * @returns the connection string; undefined if no database was started on this folder, or if this user may not read the folder
 */
export async function findRunningPostgres(dataFolder: string): Promise<string | undefined> {
  const read = (name: string) => readFile(join(dataFolder, name), 'utf8').catch(() => '');
  const [password, pidFile] = await Promise.all([read('postgres-password'), read(join('postgres', 'postmaster.pid'))]);
  const socketFolder = pidFile.split('\n')[4];
  if (password === '' || !socketFolder) return undefined;
  // a killed service leaves its pid file, but not its socket
  const socket = await stat(join(socketFolder, `.s.PGSQL.${socketPort}`)).catch(() => undefined);
  if (socket === undefined) return undefined;
  return `postgresql://pimento:${password.trim()}@localhost/${databaseName}?host=${encodeURIComponent(socketFolder)}`;
}
