import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runChild } from './child-run.ts';
import type { PostgresSite } from './postgres-site.ts';
import { StartRefusedError } from '../start-refused.ts';

/** The port in the socket's file name. No process listens on this TCP port. */
export const socketPort = 5432;
const prefix = 'pimento-';
// 103 bytes is the shortest limit for socket paths among the supported systems.
const longest = 103 - `/${prefix}XXXXXX/.s.PGSQL.${socketPort}`.length;

/** Creates a folder (0700, owned by the server's account) whose path is short enough for a unix socket. @throws StartRefusedError */
export async function createSocketFolder(site: PostgresSite): Promise<string> {
  for (const place of new Set([tmpdir(), '/tmp', '/run', site.dataFolder])) {
    if (Buffer.byteLength(place) > longest) continue;
    const folder = await mkdtemp(join(place, prefix)).catch(() => undefined);
    if (folder === undefined) continue;
    if (await handOver(folder, site)) return folder;
    await removeSocketFolder(folder);
  }
  throw new StartRefusedError(
    'There is no folder for the socket of the embedded PostgreSQL; make /tmp writable or set PIMENTO_DATABASE_URL.',
  );
}

/** Removes a folder that `createSocketFolder` created. Ignores any other path. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(prefix)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

async function handOver(folder: string, { account }: PostgresSite): Promise<boolean> {
  if (!('uid' in account.identity)) return true;
  const { uid, gid } = account.identity;
  const given = await chown(folder, uid, gid).then(
    () => true,
    () => false,
  );
  if (!given) return false;
  const reached = await runChild('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], account.identity);
  return reached.code === 0;
}
