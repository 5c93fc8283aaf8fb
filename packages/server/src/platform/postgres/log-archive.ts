import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../errors.ts';
import { StartRefusedError } from '../start-refused.ts';
import { archiveTimeoutSeconds } from './archive-rules.ts';
import { runChild } from './child-run.ts';
import type { PostgresAccount } from './postgres-account.ts';
import { findPostgresSite, type PostgresSite } from './postgres-site.ts';

/**
 * Name of a file in the data folder. It contains the path of the folder to which the log of the database is archived, so that commands that
 * start the database archive its log as the service does.
 */
const archiveFile = 'database-archive';

/** Quotes a path for a shell command that the database runs, in which `%` begins a placeholder. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/**
 * Settings that make the server copy each full segment of its write-ahead log (16 MB), compressed, to a folder. If anything was written, it
 * copies a segment at least once a minute. A copy that already exists must be equal to the segment, because after a crash the server can
 * repeat a copy.
 */
function archiveSettings(folder: string): Record<string, string> {
  const steps = [
    `d=${quoted(folder)}`,
    'f="$d/%f.gz"',
    'if [ -e "$f" ]; then gzip -dc "$f" | cmp -s - "%p"; exit; fi',
    'gzip -1 -c "%p" > "$d/%f.new" && sync "$d/%f.new" && mv "$d/%f.new" "$f" && sync "$d"',
  ];
  return { archive_mode: 'on', archive_timeout: `${archiveTimeoutSeconds}s`, archive_command: steps.join('; ') };
}

/**
 * Settings that make a database that was restored from a base backup apply the archived segments.
 * @param until undefined for the end of the archive
 */
export function recoverySettings(folder: string, until: Date | undefined): Record<string, string> {
  const file = `${quoted(folder)}/%f.gz`;
  return {
    // exit code 1 means that the segment does not exist; a code above 125 makes the recovery fail
    restore_command: `[ -e ${file} ] || exit 1; gzip -dc ${file} > "%p" || exit 200`,
    recovery_target_action: 'promote',
    // single-user mode cannot recover otherwise
    hot_standby: 'off',
    // the server does not accept Z as a time zone yet when it reads this setting
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  };
}

/** Returns the folder to which the log of a data folder's database is archived. @returns null if it is not archived */
export async function findArchiveFolder(dataFolder: string): Promise<string | null> {
  const text = await readFile(join(dataFolder, archiveFile), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || null;
}

async function keepFolder(site: PostgresSite, folder: string | null): Promise<void> {
  const path = join(site.dataFolder, archiveFile);
  if (folder === null) return rm(path, { force: true });
  await writeFile(`${path}.new`, `${folder}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Creates a folder and its missing parents. The account of the database becomes the owner of the created folders. */
async function createFolder({ identity }: PostgresAccount, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined || !('uid' in identity)) return;
  for (let path = folder; path.length >= first.length; path = dirname(path))
    await chown(path, identity.uid, identity.gid);
}

/** Requires that the account of the database can read or write a folder. @throws StartRefusedError if it cannot */
async function requireAccess({ account }: PostgresSite, folder: string, right: 'read' | 'write'): Promise<void> {
  const test = right === 'read' ? 'test -d "$1" && test -r "$1"' : 'test -w "$1"';
  const reached = await runChild('/bin/sh', ['-c', `${test} && test -x "$1"`, 'sh', folder], account.identity);
  if (reached.code === 0) return;
  throw new StartRefusedError(
    `The user ${account.name}, who runs the database, cannot ${right} the archive ${folder}: choose a folder that this user can reach.`,
  );
}

/** Creates the folder for segments. @throws StartRefusedError if it cannot be created, or the database's account cannot write to it */
async function openFolder(site: PostgresSite, folder: string): Promise<void> {
  await createFolder(site.account, folder).catch((error: unknown) => {
    throw new StartRefusedError(
      `The archive ${folder} cannot be created (${errorCode(error)}): choose another folder.`,
    );
  });
  await requireAccess(site, folder, 'write');
}

/**
 * Requires that the database of a data folder can read archived segments.
 * @throws StartRefusedError if it cannot, or if there is no such folder
 */
export async function requireArchive(dataFolder: string, folder: string): Promise<void> {
  await requireAccess(await findPostgresSite(await realpath(dataFolder)), folder, 'read');
}

/**
 * Returns the settings of a cluster for its archive, or none without an archive. Each data folder has its own folder in the archive,
 * because a restored copy of the database writes different segments with the same names.
 * @param archive folder of the archive; null for none; undefined for the one that the service used at its last start
 * @throws StartRefusedError if the archive cannot be written
 */
export async function prepareArchive(
  site: PostgresSite,
  archive: string | null | undefined,
): Promise<Record<string, string>> {
  const former = await findArchiveFolder(site.dataFolder);
  const isSame = archive === undefined || (former !== null && dirname(former) === archive);
  const folder = isSame || archive === null ? former : join(archive, randomBytes(8).toString('hex'));
  if (folder === null || archive === null) {
    await keepFolder(site, null);
    return {};
  }
  // a command that only needs the database also runs while the archive cannot be reached
  if (archive !== undefined) await openFolder(site, folder);
  if (folder !== former) await keepFolder(site, folder);
  return archiveSettings(folder);
}
