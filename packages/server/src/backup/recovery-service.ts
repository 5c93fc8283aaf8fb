import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  countMissingSegments,
  errorCode,
  recoverySettings,
  removeSegments,
  requireArchive,
  StartRefusedError,
} from '../platform/index.ts';
import { findBackupBefore, listLaterManifests, readBackups } from './backup-list-service.ts';
import type { BackupDeps } from './backup-types.ts';
import { type BackupFile, readFileList } from './contents/file-copy-service.ts';
import { type Manifest, oldestLogStart } from './manifest-rules.ts';
import type { Repository } from './repository/repository-service.ts';
import { BackupRefusedError } from './repository/repository-types.ts';

export interface RecoveryOptions {
  /** Time up to which the archived log is applied, `latest` for the end of the archive. Undefined to restore the backup as it is. */
  until: Date | 'latest' | undefined;
  /** Folder with the archived log. */
  archive: string | undefined;
}

/**
 * Returns the id of the backup to restore. If no id is given and `until` is a time, this is the newest backup that was complete at that
 * time. Prefers backups whose log is in the archive, because other databases may have backups in the same repository.
 * @returns undefined for the newest backup
 * @throws BackupRefusedError if no backup was complete at that time
 */
export async function chooseBackup(
  repository: Repository,
  { until, archive, backupId }: RecoveryOptions & { backupId: string | undefined },
): Promise<string | undefined> {
  if (backupId !== undefined || !(until instanceof Date)) return backupId;
  const folders = archive === undefined ? [] : await readdir(archive).catch(() => []);
  const isArchived = ({ log }: Manifest) => log !== undefined && folders.includes(log.folder);
  return (await findBackupBefore(repository, until, isArchived)).backupId;
}

/**
 * Returns the folder with the archived log, the position from which it is applied, and the settings with which the restored database
 * applies it.
 * @returns undefined without `until`
 * @throws BackupRefusedError if the archived log cannot be applied up to `until`
 */
export function judgeRecovery(
  { until, archive }: RecoveryOptions,
  { backupId, finishedAt, log }: Manifest,
): { folder: string; start: string; settings: Record<string, string> } | undefined {
  if (until === undefined) return undefined;
  if (archive === undefined)
    throw new BackupRefusedError('Name the folder with the archived log with --archive or PIMENTO_DATABASE_ARCHIVE.');
  if (log === undefined)
    throw new BackupRefusedError(
      `The log was not archived when the backup ${backupId} was made: restore it without --until.`,
    );
  if (until instanceof Date && until < finishedAt)
    throw new BackupRefusedError(
      `The backup ${backupId} was complete only at ${finishedAt.toISOString()}: choose an earlier one or a later time.`,
    );
  const folder = join(resolve(archive), log.folder);
  return { folder, start: log.start, settings: recoverySettings(folder, until instanceof Date ? until : undefined) };
}

/**
 * Requires that the database of a data folder can read the archived segments and, for `until: 'latest'`, that no segment is missing. Such a
 * recovery would otherwise end at a gap without an error.
 * @throws BackupRefusedError, StartRefusedError
 */
export async function requireSegments(
  dataFolder: string,
  recovery: ReturnType<typeof judgeRecovery>,
  { until }: RecoveryOptions,
): Promise<void> {
  if (recovery === undefined) return;
  const { folder, start } = recovery;
  await requireArchive(dataFolder, folder);
  const missing = until === 'latest' ? await countMissingSegments(folder, start) : 0;
  if (missing === 0) return;
  throw new BackupRefusedError(
    `${missing} parts of the archived log are missing in ${folder}: restore a newer backup, or choose a time before the gap.`,
  );
}

/** Converts the error of a recovery that failed because the archived log ends too early. Returns any other error unchanged. */
export function explainRecovery(error: unknown, { until }: RecoveryOptions): unknown {
  if (!(error instanceof StartRefusedError) || !(until instanceof Date)) return error;
  if (!/recovery ended before configured recovery target was reached/.test(error.message)) return error;
  return new BackupRefusedError(
    `The archived log ends before ${until.toISOString()}, or a part of it is missing: choose an earlier time, or restore what it has with --until latest.`,
    { cause: error },
  );
}

/**
 * Lists the files of a backup. If the archived log is applied, also lists the files of later backups of the database, because rows in the
 * log can refer to them. In this case, keeps the keys in memory, which takes 200 MB for a million files.
 */
export async function* listFiles(
  repository: Repository,
  manifest: Manifest,
  isContinued: boolean,
): AsyncGenerator<BackupFile> {
  if (!isContinued) {
    yield* readFileList(repository, manifest.backupId, manifest.files.list);
    return;
  }
  const seen = new Set<string>();
  for (const { backupId, files } of [manifest, ...(await listLaterManifests(repository, manifest))])
    for await (const file of readFileList(repository, backupId, files.list)) {
      if (seen.has(file.key)) continue;
      seen.add(file.key);
      yield file;
    }
}

/**
 * Removes the archived segments of a database that no backup in the repository needs. Removes none while a backup has an unreadable
 * manifest, because that backup may need them.
 * @param verified a backup of the database that was found to be restorable
 * @returns the number of removed segments; 0 if the archive has no segments of the database
 */
export async function removeOldSegments(
  { report }: BackupDeps,
  repository: Repository,
  archive: string | undefined,
  verified: Manifest,
): Promise<number> {
  if (archive === undefined || verified.log === undefined) return 0;
  const backups = await readBackups(repository);
  const damaged = backups.find(({ isDamaged }) => isDamaged);
  if (damaged) {
    report(`The archived log is kept, because the backup ${damaged.backupId} cannot be read and may need it.`);
    return 0;
  }
  // the verified backup may have been removed in the meantime, but it is the one that is known to be good
  const manifests = [verified, ...backups.flatMap(({ manifest }) => manifest ?? [])];
  const start = oldestLogStart(manifests, verified.log);
  return removeSegments(join(resolve(archive), verified.log.folder), start).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  });
}
