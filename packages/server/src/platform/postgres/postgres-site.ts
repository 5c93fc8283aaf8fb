import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildRunOptions } from './child-run.ts';
import { findPostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { StartRefusedError } from '../start-refused.ts';

/** The folders of an embedded PostgreSQL, and the account that runs its programs. */
export interface PostgresSite {
  dataFolder: string;
  /** The folder of the cluster, `DIR/postgres`. */
  databaseFolder: string;
  /** Log file for the server and for the programs that prepare it. */
  logFile: string;
  /** The folder of the PostgreSQL programs. */
  bin: string;
  account: PostgresAccount;
}

/** Chooses the account and the programs for the database of `dataFolder`. @throws StartRefusedError */
export async function findPostgresSite(dataFolder: string): Promise<PostgresSite> {
  const databaseFolder = join(dataFolder, 'postgres');
  const account = await findPostgresAccount(dataFolder, databaseFolder);
  if ('uid' in account.identity && !existsSync(ownFolder)) {
    throw new StartRefusedError(
      'The embedded PostgreSQL cannot be started as root on this system; start Pimento as an ordinary user or set PIMENTO_DATABASE_URL.',
    );
  }
  const bin = await preparePostgresBinaries({ account, dataFolder });
  return { dataFolder, databaseFolder, logFile: join(dataFolder, 'postgres.log'), bin, account };
}

const ownFolder = '/proc/self/cwd';

/**
 * Returns the path of the cluster folder to pass to a PostgreSQL program, and the options to run the program. If Pimento runs as root, the
 * program runs as another user, who cannot enter our 0700 folders (or /root). The program is therefore started with the cluster folder as
 * its working directory, which is entered while the process is still root. Its path argument is the kernel's link to the working directory.
 * The data can then be in the data folder, whichever user starts Pimento.
 */
export function aimAt(databaseFolder: string, account: PostgresAccount): { folder: string; options: ChildRunOptions } {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const folder = 'uid' in account.identity ? ownFolder : databaseFolder;
  return { folder, options: { ...account.identity, cwd: databaseFolder, env } };
}
