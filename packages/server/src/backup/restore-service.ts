import { readdir, readFile as readLocalFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createSecretBox,
  errorCode,
  listMigrations,
  openDataFolder,
  openObjectStore,
  postgresMajor,
  readSecretKeys,
  unfinishedRestore,
  unpackCluster,
} from '../platform/index.ts';
import { findBackup } from './backup-list-service.ts';
import type { BackupDeps, Installation } from './backup-types.ts';
import { readDatabase } from './contents/database-part-service.ts';
import { forEachOf, readFile, readFileList } from './contents/file-copy-service.ts';
import { checkCopy, type CopyCheck } from './copy-check-service.ts';
import { filesAddressOf } from './local-database-service.ts';
import { type Manifest, refusalOf } from './manifest-rules.ts';
import { createProgress } from './progress-service.ts';
import { openRepository, type Repository } from './repository/repository-service.ts';
import { BackupRefusedError } from './repository/repository-types.ts';

export interface RestoreOptions extends Installation {
  /** Location of the backups: `file:///folder` or `s3://…`. */
  address: string;
  passphrase: string | undefined;
  /** Undefined for the newest complete backup. */
  backupId: string | undefined;
  /** The file `secret.key` of the installation; undefined if the operator copies it into the data folder later. */
  secretKeyFile: string | undefined;
}

export interface Restored {
  manifest: Manifest;
  check: CopyCheck;
  hasSecretKey: boolean;
}

/** Finds a backup that this program can restore. @throws BackupRefusedError */
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

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  if (found.includes(unfinishedRestore))
    throw new BackupRefusedError(`${folder} has what an interrupted restore left: delete its contents first.`);
  // the root of a file system can contain this folder
  if (found.some((name) => name !== 'lost+found'))
    throw new BackupRefusedError(`${folder} is not empty: restore into a new folder.`);
}

/** Reads the file with the secret key. @throws BackupRefusedError if it is not the key of the backup */
async function readKeyFile(path: string, { secretKeyId }: Manifest): Promise<string> {
  const text = await readLocalFile(path, 'utf8');
  const [key] = readSecretKeys(text) ?? [];
  if (!key) throw new BackupRefusedError(`${path} does not have keys of 32 bytes as base64.`);
  if (secretKeyId === null || createSecretBox(key).keyId === secretKeyId) return text;
  throw new BackupRefusedError(`${path} is not the secret key of this backup, which has the id ${secretKeyId}.`);
}

async function restoreFiles(
  repository: Repository,
  { backupId, files }: Manifest,
  options: RestoreOptions,
  deps: BackupDeps,
) {
  await using store = await openObjectStore(filesAddressOf(options), deps.clock);
  const onFile = createProgress(deps.clock, deps.report);
  await forEachOf(readFileList(repository, backupId, files.list), async (file) => {
    const { makeDurable } = await store.put(readFile(repository, file), () => file.key);
    await makeDurable();
    onFile(file.bytes);
  });
}

/**
 * Restores a backup into an empty data folder, starts its database once and compares it with the backup. Until the restore is complete, a
 * marker in the folder prevents any service from starting.
 * @throws BackupRefusedError, StartRefusedError; errors of the database and of the stores
 */
export async function restoreBackup(deps: BackupDeps, options: RestoreOptions): Promise<Restored> {
  const { clock, report } = deps;
  await using repository = await openRepository({ ...options, clock });
  const manifest = await findRestorable(repository, deps, options.backupId);
  await requireEmpty(options.dataFolder);
  const key = options.secretKeyFile === undefined ? undefined : await readKeyFile(options.secretKeyFile, manifest);
  await using folder = await openDataFolder(options.dataFolder);
  const mark = join(folder.path, unfinishedRestore);
  await writeFile(mark, '', { mode: 0o600 });
  report(`Restoring the database of ${manifest.startedAt.toISOString()}.`);
  const body = readDatabase(repository, manifest.backupId, manifest.database.parts);
  await unpackCluster({ dataFolder: folder.path, body, durable: true });
  report(`Restoring ${manifest.files.count} files.`);
  await restoreFiles(repository, manifest, options, deps);
  report('Starting the database and comparing it with the backup.');
  const check = await checkCopy({ clock, repository, settings: {} }, folder.path, manifest);
  if (key !== undefined) await writeFile(join(folder.path, 'secret.key'), key, { mode: 0o600, flag: 'wx' });
  await rm(mark);
  return { manifest, check, hasSecretKey: key !== undefined };
}
