import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildRunOptions } from './child-run.ts';
import { findPostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { StartRefusedError } from '../start-refused.ts';

/** Folders of one embedded PostgreSQL, and how its programs are run. */
export interface PostgresSite {
  dataFolder: string;
  /** The folder of the cluster itself, `DIR/postgres`. */
  databaseFolder: string;
  /** Output of the server and of the programs that prepare it. */
  logFile: string;
  /** Folder of the programs. */
  bin: string;
  account: PostgresAccount;
}

/** Chooses account and programs for the database of `dataFolder`. Throws StartRefusedError. */
export async function findPostgresSite(dataFolder: string): Promise<PostgresSite> {
  const databaseFolder = join(dataFolder, 'postgres');
  const account = await findPostgresAccount(dataFolder, databaseFolder);
  if ('uid' in account.identity && !existsSync(ownFolder)) {
    throw new StartRefusedError(
      'The embedded PostgreSQL cannot be started as root on this system; start Pimento as an ordinary user or set DATABASE_URL.',
    );
  }
  const bin = await preparePostgresBinaries({ account, dataFolder });
  return { dataFolder, databaseFolder, logFile: join(dataFolder, 'postgres.log'), bin, account };
}

const ownFolder = '/proc/self/cwd';

/**
 * The folder as it is passed to a program of PostgreSQL. For root, the program runs as another user, who cannot walk through our 0700
 * folders (or through /root). It is started in the folder while it is still root, and finds it through the kernel's link to its own
 * working directory. So the data stays in the data folder, whichever user starts Pimento.
 */
export function aimAt(databaseFolder: string, account: PostgresAccount): { folder: string; options: ChildRunOptions } {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const folder = 'uid' in account.identity ? ownFolder : databaseFolder;
  return { folder, options: { ...account.identity, cwd: databaseFolder, env } };
}
