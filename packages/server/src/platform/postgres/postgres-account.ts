import { stat } from 'node:fs/promises';
import { runChild } from './child-run.ts';
import { StartRefusedError } from '../start-refused.ts';

/** The operating system user that runs the database. */
export interface PostgresAccount {
  name: string;
  /**
   * Set only if this process runs as root, because PostgreSQL refuses to run as root. If empty, the database runs as the user of this
   * process.
   */
  identity: { uid: number; gid: number } | Record<string, never>;
}

const createdName = 'pimento';

/**
 * Chooses the user that runs the database. This is the user of this process or, if this process runs as root, the first of these users that
 * exists and is not root:
 * 1. the owner of an existing database, so that the owner never changes
 * 2. the owner of the data folder
 * 3. the user `postgres`
 * 4. the user `pimento`, which is created if it is missing
 * 5. the user without rights that the system provides
 * @throws StartRefusedError if there is no such user
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
  throw new StartRefusedError(
    'PostgreSQL cannot run as root, and none of the users `postgres`, `pimento` and `nobody` exists. Start Pimento as a user other than root, or set PIMENTO_DATABASE_URL.',
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

/**
 * Creates the user `pimento`. Tries useradd, which most distributions have, and then adduser with the options of BusyBox.
 * @returns undefined if this fails
 */
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
