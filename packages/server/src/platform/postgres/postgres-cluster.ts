import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runChild, type ChildRun } from './child-run.ts';
import { errorCode } from '../errors.ts';
import { aimAt, type PostgresSite } from './postgres-site.ts';
import { StartRefusedError } from '../start-refused.ts';

/** Major version of the embedded PostgreSQL. A physical backup can be restored only with the same version. */
export const postgresMajor = '17';
export const databaseName = 'pimento';

/**
 * Returns true if `site` has a cluster. Removes incomplete clusters.
 * @throws StartRefusedError if a different major version of PostgreSQL created the cluster
 */
export async function findCluster(site: PostgresSite): Promise<boolean> {
  await removeHalfMade(site);
  const version = await readVersion(site.databaseFolder);
  if (version === undefined || version === postgresMajor) return version === postgresMajor;
  throw new StartRefusedError(
    `The database in ${site.databaseFolder} was made by PostgreSQL ${version} but this Pimento includes ${postgresMajor}; see the upgrade guide.`,
  );
}

async function readVersion(databaseFolder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(databaseFolder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new StartRefusedError(
      `The database in ${databaseFolder} cannot be read (${errorCode(error)}); start Pimento as the user who owns it.`,
    );
  }
}

/** Sets the password of an existing cluster while its server is stopped. Needed if the data folder has lost its password file. */
export async function resetPassword(site: PostgresSite, password: string): Promise<void> {
  await runStatements(site, site.databaseFolder, [`alter role pimento password '${password}'`]);
}

/**
 * Creates a cluster with the database and the role `pimento`. First creates it in a temporary folder next to the final folder, then renames
 * it, so that an interrupted start leaves no incomplete cluster. Syncs the files to disk before the rename, unless `durable` is false.
 * @throws StartRefusedError
 */
export async function createCluster(site: PostgresSite, password: string, durable: boolean): Promise<void> {
  const fresh = await mkdtemp(`${site.databaseFolder}.new-`);
  try {
    await giveTo(site, fresh);
    await runInitdb(site, fresh, [
      '--username=pimento',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      '--no-sync',
    ]);
    await runStatements(site, fresh, [`create database ${databaseName}`, `alter role pimento password '${password}'`]);
    await writeFile(join(fresh, 'pg_hba.conf'), 'local all all scram-sha-256\nhost all all all scram-sha-256\n');
    if (durable) await syncCluster(site, fresh);
    await moveIntoPlace(fresh, site.databaseFolder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Syncs the files of a cluster to disk. @throws StartRefusedError */
export function syncCluster(site: PostgresSite, folder: string): Promise<void> {
  return runInitdb(site, folder, ['--sync-only']);
}

/** Moves a complete cluster to its final folder. @throws StartRefusedError */
export async function moveIntoPlace(fresh: string, place: string): Promise<void> {
  await rename(fresh, place).catch((error: unknown) => {
    throw new StartRefusedError(
      `${place} is in the way of a new database but contains none (${errorCode(error)}); move it away.`,
    );
  });
  await using folder = await open(dirname(place), 'r');
  await folder.sync();
}

async function giveTo({ account, dataFolder }: PostgresSite, folder: string): Promise<void> {
  if (!('uid' in account.identity)) return;
  await chown(folder, account.identity.uid, account.identity.gid).catch((error: unknown) => {
    throw new StartRefusedError(
      `The database below ${dataFolder} cannot be given to the user ${account.name} (${errorCode(error)}); use a folder on a local disk or set PIMENTO_DATABASE_URL.`,
    );
  });
}

/**
 * Removes incomplete clusters. A program that a killed Pimento process started may still write to such a folder. The program fails when its
 * folder is removed.
 */
async function removeHalfMade({ databaseFolder }: PostgresSite): Promise<void> {
  const parent = dirname(databaseFolder);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const halfMade = (await readdir(parent)).filter((name) => name.startsWith(`${basename(databaseFolder)}.new-`));
  await Promise.all(
    halfMade.map((name) => rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)),
  );
}

async function runInitdb(site: PostgresSite, folder: string, initdbArguments: string[]): Promise<void> {
  const aim = aimAt(folder, site.account);
  const run = await runChild(join(site.bin, 'initdb'), ['-D', aim.folder, ...initdbArguments], aim.options);
  if (run.code !== 0) await refuse(site, run);
}

/**
 * Runs statements in single-user mode, in which no server runs. This mode reports failed statements only in its output.
 * @param settings server settings
 * @returns the log lines that PostgreSQL wrote
 */
async function runStatements(
  site: PostgresSite,
  folder: string,
  statements: string[],
  settings: Record<string, string> = {},
): Promise<string> {
  const aim = aimAt(folder, site.account);
  const input = statements.map((statement) => `${statement};\n\n`).join('');
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = await runChild(join(site.bin, 'postgres'), ['--single', '-j', '-D', aim.folder, ...given, 'postgres'], {
    ...aim.options,
    input,
  });
  if (run.code !== 0 || /(ERROR|FATAL|PANIC): /.test(run.stderr)) await refuse(site, run);
  return run.stderr;
}

/**
 * Applies the archived log to a restored cluster (see `recoverySettings`) in single-user mode.
 * @returns the time of the last transaction; null if there was none
 * @throws StartRefusedError with the message of PostgreSQL
 */
export async function recoverCluster(site: PostgresSite, settings: Record<string, string>): Promise<Date | null> {
  const readable = { lc_messages: 'C', timezone: 'UTC', log_timezone: 'UTC' };
  const log = await runStatements(site, site.databaseFolder, [], { ...readable, ...settings });
  const [, day, time] = /last completed transaction was at log time (\S+) ([\d:.]+)\+00/.exec(log) ?? [];
  return day === undefined ? null : new Date(`${day}T${time}Z`);
}

async function refuse(site: PostgresSite, run: ChildRun): Promise<never> {
  await writeFile(site.logFile, `${run.stdout}${run.stderr}\n`, { flag: 'a', mode: 0o600 });
  const lines = run.stderr.trim().split('\n');
  const reason =
    lines.find((line) => /(FATAL|PANIC): /.test(line)) ??
    lines.find((line) => /error|could not/i.test(line)) ??
    lines.at(-1);
  throw new StartRefusedError(
    `The database in ${site.databaseFolder} could not be prepared: ${run.failure ?? reason} (see ${site.logFile}).`,
  );
}
