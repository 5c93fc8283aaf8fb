import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackCluster } from '../platform/index.ts';
import type { BackupDeps } from './backup-types.ts';
import { readDatabase } from './contents/database-part-service.ts';
import { type DamagedFiles, forEachFile } from './contents/damaged-file-service.ts';
import { readFile, readFileList } from './contents/file-copy-service.ts';
import { checkCopy, type CopyCheck, isComplete } from './copy-check-service.ts';
import type { Manifest } from './manifest-rules.ts';
import { createProgress } from './progress-service.ts';
import { removeOldSegments } from './recovery-service.ts';
import { openRepository, type Repository } from './repository/repository-service.ts';
import { findRestorable, type RestoreOptions } from './restore-service.ts';

export interface VerifyOptions extends Pick<RestoreOptions, 'address' | 'passphrase' | 'backupId'> {
  /** Folder in which the database is restored. The folder needs enough free space for the database. */
  scratch: string;
  /** Folder with the archived log. If the backup can be restored, segments that no backup in the repository needs are removed from it. */
  archive: string | undefined;
}

export interface Verified {
  manifest: Manifest;
  check: CopyCheck;
  /** Number and bytes of the files whose checksums are right. */
  files: { count: number; bytes: number };
  /** Number of archived segments that were removed, because no backup in the repository needs them. */
  removedSegments: number;
}

/**
 * The scratch database uses little memory, because Pimento's database may run on the same machine. It does not sync its files, because it
 * is deleted anyway.
 */
const scratchSettings = { shared_buffers: '128MB', fsync: 'off' };

/** Reads all files and compares their checksums. */
async function readAll(
  { clock, report }: BackupDeps,
  repository: Repository,
  { backupId, files }: Manifest,
): Promise<{ read: Verified['files']; damaged: DamagedFiles }> {
  const onFile = createProgress(clock, report);
  const read = { count: 0, bytes: 0 };
  const damaged = await forEachFile(readFileList(repository, backupId, files.list), async (file) => {
    let bytes = 0;
    for await (const chunk of readFile(repository, file)) bytes += chunk.byteLength;
    read.bytes += bytes;
    read.count += 1;
    onFile(file.bytes);
  });
  return { read, damaged };
}

/**
 * Proves that a backup can be restored. Restores its database into a scratch folder, starts it, compares its rows and files with the
 * backup, reads all files, and removes the folder.
 * @throws BackupRefusedError if this program cannot restore the backup, or if a part of its database is missing or damaged;
 * StartRefusedError if the database does not start
 */
export async function verifyBackup(deps: BackupDeps, options: VerifyOptions): Promise<Verified> {
  const { clock, report } = deps;
  await using repository = await openRepository({ ...options, clock });
  const manifest = await findRestorable(repository, deps, options.backupId);
  await mkdir(options.scratch, { recursive: true });
  const folder = await mkdtemp(join(options.scratch, 'pimento-verify-'));
  try {
    report(`Restoring the database of ${manifest.startedAt.toISOString()} into ${folder}.`);
    const body = readDatabase(repository, manifest.backupId, manifest.database.parts);
    await unpackCluster({ dataFolder: folder, body, durable: false });
    report(`Reading ${manifest.files.count} files.`);
    const { read, damaged } = await readAll(deps, repository, manifest);
    report('Starting the database and comparing it with the backup.');
    const check = await checkCopy(
      { clock, repository, settings: scratchSettings, damaged, isContinued: false },
      folder,
      manifest,
    );
    const removedSegments = isComplete(check)
      ? await removeOldSegments(deps, repository, options.archive, manifest)
      : 0;
    return { manifest, check, files: read, removedSegments };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
