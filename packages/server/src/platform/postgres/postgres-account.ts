import { stat } from 'node:fs/promises';
import { runChild } from './child-run.ts';
import { StartRefused } from '../start-refused.ts';

/** The user of the operating system that the database runs as. */
export interface PostgresAccount {
  name: string;
  /** Set only when this process is root, because PostgreSQL refuses to run as root; empty means: as ourselves. */
  identity: { uid: number; gid: number } | Record<string, never>;
}

const createdName = 'pimento';

/**
 * Chooses the account: ourselves, unless we are root. As root, the owner of an existing database (which so never changes
 * hands) or of the data folder, else an existing `postgres`, else a system user `pimento`, which is created, else `nobody`.
 * Throws StartRefused when this machine has none of them.
 */
export async function findPostgresAccount(dataFolder: string, databaseFolder: string): Promise<PostgresAccount> {
  const uid = process.geteuid?.() ?? -1;
  if (uid !== 0) return { name: `uid ${uid}`, identity: {} };
  return (
    (await findOwner(databaseFolder)) ??
    (await findOwner(dataFolder)) ??
    (await findUser('postgres')) ??
    (await findUser(createdName)) ??
    (await createUser()) ??
    (await findUser('nobody')) ??
    refuse()
  );
}

function refuse(): never {
  throw new StartRefused(
    'PostgreSQL must not run as root and this machine has no user postgres, pimento or nobody; start Pimento as an ordinary user or set DATABASE_URL.',
  );
}

async function findOwner(folder: string): Promise<PostgresAccount | undefined> {
  const owner = await stat(folder).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return undefined;
  return { name: `uid ${owner.uid}`, identity: { uid: owner.uid, gid: owner.gid } };
}

async function findUser(name: string): Promise<PostgresAccount | undefined> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => (await runChild('id', [flag, name])).stdout.trim()),
  );
  if (!uid || !gid || uid === '0') return undefined;
  return { name, identity: { uid: Number(uid), gid: Number(gid) } };
}

/** useradd is what most distributions have, adduser in this spelling is BusyBox. */
async function createUser(): Promise<PostgresAccount | undefined> {
  await runChild('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    createdName,
  ]);
  const created = await findUser(createdName);
  if (created !== undefined) return created;
  await runChild('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', createdName]);
  return findUser(createdName);
}
