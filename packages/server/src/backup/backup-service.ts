import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { countRows } from './contents/row-count-views.ts';
import { storeDatabase } from './contents/database-part-service.ts';
import { copyFiles, type CopiedFiles } from './contents/file-copy-service.ts';
import { findSecretKeyId, listAppliedMigrations } from './contents/installation-views.ts';
import {
  type Database,
  findArchiveFolder,
  type ObjectStore,
  openBaseBackup,
  openDatabase,
  openObjectStore,
  postgresMajor,
} from '../platform/index.ts';
import { storeManifest } from './backup-list-service.ts';
import { removeFailed, removeOld, removeUnfinished } from './backup-retention-service.ts';
import type { BackupDeps, Installation } from './backup-types.ts';
import { createProgress } from './progress-service.ts';
import { type FileHold, startFileHold } from './file-hold-service.ts';
import { filesAddressOf, openSource } from './local-database-service.ts';
import { judgeSteadiness, type Manifest } from './manifest-rules.ts';
import { openOrCreateRepository, type Repository } from './repository/repository-service.ts';

export interface BackupOptions extends Installation {
  /** Location of the backups: `file:///folder` or `s3://…`. */
  address: string;
  passphrase: string | undefined;
  /** True if Pimento keeps running during the backup. */
  isOnline: boolean;
  /** Number of complete backups of this database that are kept. Undefined for all. */
  keep: number | undefined;
}

export interface MadeBackup {
  manifest: Manifest;
  addedFiles: CopiedFiles['added'];
  /** Keys of the installation's damaged files, which are not in the backup. */
  damagedFiles: string[];
  isEncrypted: boolean;
  /** Ids of the backups that `keep` removed. */
  removed: string[];
}

const noHold: FileHold = { requireHeld: () => Promise.resolve(), [Symbol.asyncDispose]: () => Promise.resolve() };

/** Returns an id that sorts by time, for example `2026-11-29T23-05-41Z-3f9a`. */
const backupIdAt = (time: Date): string =>
  `${time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}-${randomBytes(2).toString('hex')}`;

interface Opened {
  database: Database;
  connectionString: string;
  /** Folder of the archived write-ahead log. Null if the log is not archived. */
  archiveFolder: string | null;
  repository: Repository;
  store: ObjectStore;
}

/** Copies the database. The copy contains at least everything that was committed before it began. */
async function copyDatabase(
  { database, connectionString, archiveFolder, repository }: Opened,
  backupId: string,
): Promise<Pick<Manifest, 'database' | 'systemId' | 'tables' | 'log'>> {
  const before = await countRows(database);
  await using copy = await openBaseBackup(connectionString);
  const stored = await storeDatabase(repository, backupId, copy.body);
  return {
    database: stored,
    systemId: copy.systemId,
    tables: judgeSteadiness(before, await countRows(database)),
    log: archiveFolder === null ? undefined : { folder: basename(archiveFolder), start: copy.logStart },
  };
}

/** Copies the database, then the files. @returns the manifest, which is not stored yet, and the added and damaged files */
async function copyAll(
  { clock, report, version }: BackupDeps,
  opened: Opened,
  { backupId, isOnline }: Pick<Manifest, 'backupId' | 'isOnline'>,
): Promise<{ manifest: Manifest } & Pick<CopiedFiles, 'added' | 'damaged'>> {
  const startedAt = clock.now();
  report('Copying the database.');
  const copied = await copyDatabase(opened, backupId);
  report('Copying files.');
  const { added, damaged, ...files } = await copyFiles(opened, backupId, createProgress(clock, report));
  const manifest: Manifest = {
    format: 1,
    backupId,
    startedAt,
    finishedAt: clock.now(),
    isOnline,
    version,
    postgres: postgresMajor,
    platform: `${process.platform}-${process.arch}`,
    migrations: await listAppliedMigrations(opened.database),
    secretKeyId: await findSecretKeyId(opened.database),
    files,
    ...copied,
  };
  return { manifest, added, damaged };
}

/**
 * Makes a backup of the database and the files of an installation with the embedded database. Copies the database first. No file is deleted
 * until the files are copied too, so the backup has every file that the copied database refers to.
 * @throws BackupRefusedError, StartRefusedError; errors from the database and the stores
 */
export async function makeBackup(deps: BackupDeps, options: BackupOptions): Promise<MadeBackup> {
  const { clock } = deps;
  await using source = await openSource(options, options.isOnline);
  const { connectionString } = source;
  await using handle = openDatabase({ connectionString, max: 2, name: 'pimento backup', onError: () => undefined });
  const database = handle.kysely;
  await using repository = await openOrCreateRepository({ ...options, clock });
  await using store = await openObjectStore(filesAddressOf(options), clock);
  await using hold = options.isOnline ? await startFileHold(database, clock) : noHold;
  await removeUnfinished(repository, clock.now());

  const backupId = backupIdAt(clock.now());
  try {
    const archiveFolder = await findArchiveFolder(options.dataFolder);
    const opened = { database, connectionString, archiveFolder, repository, store };
    const { manifest, added, damaged } = await copyAll(deps, opened, { backupId, isOnline: options.isOnline });
    await hold.requireHeld();
    await storeManifest(repository, manifest);
    const removed = options.keep === undefined ? [] : await removeOld(repository, manifest.systemId, options.keep);
    return { manifest, addedFiles: added, damagedFiles: damaged, isEncrypted: repository.isEncrypted, removed };
  } catch (error) {
    await removeFailed(repository, backupId).catch(() => undefined);
    throw error;
  }
}
