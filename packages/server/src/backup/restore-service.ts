import { readFile as readLocalFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createSecretBox,
  listMigrations,
  openObjectStore,
  postgresMajor,
  readSecretKeys,
  recoverDatabase,
  unpackCluster,
} from '../platform/index.ts';
import { findBackup } from './backup-list-service.ts';
import type { BackupDeps, Installation } from './backup-types.ts';
import { readDatabase } from './contents/database-part-service.ts';
import { type DamagedFiles, forEachFile } from './contents/damaged-file-service.ts';
import { readFile } from './contents/file-copy-service.ts';
import { checkCopy, type CopyCheck } from './copy-check-service.ts';
import { filesAddressOf } from './local-database-service.ts';
import { type Manifest, refusalOf } from './manifest-rules.ts';
import { createProgress } from './progress-service.ts';
import {
  chooseBackup,
  explainRecovery,
  judgeRecovery,
  listFiles,
  type RecoveryOptions,
  requireSegments,
} from './recovery-service.ts';
import { openRepository, type Repository } from './repository/repository-service.ts';
import { BackupRefusedError, DamagedObjectError } from './repository/repository-types.ts';
import { openRestoreFolder } from './restore-folder-service.ts';

export interface RestoreOptions extends Installation, RecoveryOptions {
  /** Location of the backups: `file:///folder` or `s3://…`. */
  address: string;
  passphrase: string | undefined;
  /** Undefined for the newest complete backup, or the newest one before `until`. */
  backupId: string | undefined;
  /** The file `secret.key` of the installation. Undefined if the operator copies it into the data folder later. */
  secretKeyFile: string | undefined;
  /** Skips asset files that are damaged or missing in the backup, instead of ending the restore. */
  withoutDamagedFiles: boolean;
}

export interface Restored {
  manifest: Manifest;
  check: CopyCheck;
  hasSecretKey: boolean;
  /** Time of the last transaction that was applied from the archived log, null if there was none. Undefined without `until`. */
  continuedTo: Date | null | undefined;
}

const leaveOutHint =
  'Copy this file from another copy of the place, or restore everything else with --without-damaged-files.';

/**
 * Finds the backup with this id, or the newest complete backup if the id is undefined.
 * @throws BackupRefusedError if there is no such backup, or if this program cannot restore it
 */
export async function findRestorable(
  repository: Repository,
  { version }: BackupDeps,
  backupId: string | undefined,
): Promise<Manifest> {
  const manifest = await findBackup(repository, backupId);
  const own = { version, postgres: postgresMajor, migrations: await listMigrations() };
  const refusal = refusalOf(manifest, own);
  if (refusal !== undefined) throw new BackupRefusedError(refusal);
  return manifest;
}

/** Reads the file with the secret key. @throws BackupRefusedError if it does not contain the key of the backup */
async function readKeyFile(path: string, { secretKeyId }: Manifest): Promise<string> {
  const text = await readLocalFile(path, 'utf8');
  const [key] = readSecretKeys(text) ?? [];
  if (!key) throw new BackupRefusedError(`${path} does not contain keys of 32 bytes as base64.`);
  if (secretKeyId === null || createSecretBox(key).keyId === secretKeyId) return text;
  throw new BackupRefusedError(`${path} is not the secret key of this backup, which has the id ${secretKeyId}.`);
}

/**
 * Restores the asset files.
 * @returns the damaged files
 * @throws BackupRefusedError at the first damaged file, unless `withoutDamagedFiles` is set
 */
async function restoreFiles(
  repository: Repository,
  manifest: Manifest,
  options: RestoreOptions,
  deps: BackupDeps,
): Promise<DamagedFiles> {
  await using store = await openObjectStore(filesAddressOf(options), deps.clock);
  const onFile = createProgress(deps.clock, deps.report);
  const listed = listFiles(repository, manifest, options.until !== undefined);
  return await forEachFile(listed, async (file) => {
    try {
      const { makeDurable } = await store.put(readFile(repository, file), () => file.key);
      await makeDurable();
    } catch (error) {
      if (!(error instanceof DamagedObjectError) || options.withoutDamagedFiles) throw error;
      throw new BackupRefusedError(`${error.message} ${leaveOutHint}`);
    }
    onFile(file.bytes);
  });
}

/** Applies the archived log to the restored database. @returns the time of the last transaction, null if there was none */
async function applyLog(
  { report }: BackupDeps,
  options: RestoreOptions,
  dataFolder: string,
  settings: Record<string, string>,
): Promise<Date | null> {
  report('Applying the archived log.');
  return recoverDatabase(dataFolder, settings).catch((error: unknown) => {
    throw explainRecovery(error, options);
  });
}

/**
 * Restores a backup into a data folder that is empty or contains an interrupted restore. With `until`, applies the archived log. Then
 * starts the database once to compare it with the backup. The folder is marked until the end, so that Pimento does not start in it.
 * @throws BackupRefusedError, StartRefusedError; errors from the database and the stores
 */
export async function restoreBackup(deps: BackupDeps, options: RestoreOptions): Promise<Restored> {
  const { clock, report } = deps;
  await using repository = await openRepository({ ...options, clock });
  const manifest = await findRestorable(repository, deps, await chooseBackup(repository, options));
  const recovery = judgeRecovery(options, manifest);
  const key = options.secretKeyFile === undefined ? undefined : await readKeyFile(options.secretKeyFile, manifest);
  await using folder = await openRestoreFolder(options.dataFolder);
  await requireSegments(folder.path, recovery, options);
  report(`Restoring the database of ${manifest.startedAt.toISOString()}.`);
  const body = readDatabase(repository, manifest.backupId, manifest.database.parts);
  await unpackCluster({ dataFolder: folder.path, body, durable: true, isRecovered: recovery !== undefined });
  const continuedTo = recovery && (await applyLog(deps, options, folder.path, recovery.settings));
  report(`Restoring ${manifest.files.count} files.`);
  const damaged = await restoreFiles(repository, manifest, options, deps);
  report('Starting the database and comparing it with the backup.');
  const isContinued = recovery !== undefined;
  const check = await checkCopy({ clock, repository, settings: {}, damaged, isContinued }, folder.path, manifest);
  if (key !== undefined) await writeFile(join(folder.path, 'secret.key'), key, { mode: 0o600 });
  await folder.complete();
  return { manifest, check, hasSecretKey: key !== undefined, continuedTo };
}
