import { buffer } from 'node:stream/consumers';
import { type Manifest, manifestSchema } from './manifest-rules.ts';
import { openRepository, type Repository, type RepositoryOptions } from './repository/repository-service.ts';
import { BackupRefusedError } from './repository/repository-types.ts';

const manifestName = (backupId: string) => `backups/${backupId}/manifest`;
const manifestKey = /^backups\/([^/]+)\/manifest\.[\da-f]{64}$/;

export interface FoundBackup {
  backupId: string;
  /** Key of the manifest. Undefined if the backup was interrupted. */
  manifest: string | undefined;
  /** All objects that belong only to this backup. Files are not included, because backups share them. */
  objects: string[];
}

/** Lists complete and interrupted backups, oldest first. */
export async function listBackups(repository: Repository): Promise<FoundBackup[]> {
  const found = new Map<string, FoundBackup>();
  for await (const { object } of repository.list('backups')) {
    const backupId = object.split('/')[1] ?? '';
    const backup = found.get(backupId) ?? { backupId, manifest: undefined, objects: [] };
    backup.objects.push(object);
    if (manifestKey.test(object)) backup.manifest = object;
    found.set(backupId, backup);
  }
  return [...found.values()].toSorted((a, b) => (a.backupId < b.backupId ? -1 : 1));
}

/** Reads a manifest. @throws BackupRefusedError if it is damaged or was made by a newer version */
export async function readManifest(repository: Repository, backupId: string, object: string): Promise<Manifest> {
  const text = (await buffer(repository.read(manifestName(backupId), object))).toString();
  const judged = manifestSchema.safeParse(JSON.parse(text));
  if (judged.success) return judged.data;
  throw new BackupRefusedError(`The backup ${backupId} was made by a newer Pimento; use that one.`);
}

/** Stores a manifest, which completes the backup. */
export async function storeManifest(repository: Repository, manifest: Manifest): Promise<void> {
  async function* text(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  }
  await repository.put(manifestName(manifest.backupId), text());
}

/**
 * Finds the newest backup that was complete at the given time.
 * @param isPreferred returns true for a backup that is preferred to newer ones
 * @throws BackupRefusedError if no backup was complete
 */
export async function findBackupBefore(
  repository: Repository,
  time: Date,
  isPreferred: (manifest: Manifest) => boolean,
): Promise<Manifest> {
  const backups = await listBackups(repository);
  let newest: Manifest | undefined;
  for (const { backupId, manifest: object } of backups.toReversed()) {
    const manifest = object === undefined ? undefined : await findManifest(repository, backupId, object);
    if (!manifest || manifest.finishedAt > time) continue;
    if (isPreferred(manifest)) return manifest;
    newest ??= manifest;
  }
  if (newest) return newest;
  throw new BackupRefusedError(`No backup was complete at ${time.toISOString()}: "pimento backup list" lists them.`);
}

/** Reads the manifests of the complete backups of the same database that were made after a backup. Skips damaged manifests. */
export async function listLaterManifests(
  repository: Repository,
  { backupId, systemId }: Manifest,
): Promise<Manifest[]> {
  const later: Manifest[] = [];
  for (const backup of await listBackups(repository)) {
    if (backup.backupId <= backupId || backup.manifest === undefined) continue;
    const manifest = await findManifest(repository, backup.backupId, backup.manifest);
    if (manifest?.systemId === systemId) later.push(manifest);
  }
  return later;
}

/**
 * Reads the manifest of a complete backup.
 * @param backupId undefined for the newest backup
 * @throws BackupRefusedError if the backup does not exist, is incomplete or has an unreadable manifest
 */
export async function findBackup(repository: Repository, backupId: string | undefined): Promise<Manifest> {
  const backups = await listBackups(repository);
  const complete = backups.filter(({ manifest }) => manifest !== undefined);
  const chosen = backupId === undefined ? complete.at(-1) : backups.find((backup) => backup.backupId === backupId);
  if (chosen?.manifest !== undefined) return readManifest(repository, chosen.backupId, chosen.manifest);
  if (chosen) throw new BackupRefusedError(`The backup ${chosen.backupId} is incomplete, because it was interrupted.`);
  if (backupId === undefined) throw new BackupRefusedError('There is no complete backup: make one first.');
  throw new BackupRefusedError(`There is no backup ${backupId}: "pimento backup list" lists the backups that exist.`);
}

export interface ListedBackup {
  backupId: string;
  /** Undefined if the backup was interrupted, or if its manifest cannot be read. */
  manifest: Manifest | undefined;
  /** True if the manifest is damaged or was made by a newer version. */
  isDamaged: boolean;
}

/** Reads the manifest of a complete backup. @returns undefined if it is damaged or was made by a newer version */
export async function findManifest(
  repository: Repository,
  backupId: string,
  object: string,
): Promise<Manifest | undefined> {
  try {
    return await readManifest(repository, backupId, object);
  } catch (error) {
    if (error instanceof BackupRefusedError) return undefined;
    throw error;
  }
}

/** Lists complete and interrupted backups with their manifests, oldest first. */
export async function readBackups(repository: Repository): Promise<ListedBackup[]> {
  const listed: ListedBackup[] = [];
  for (const { backupId, manifest: object } of await listBackups(repository)) {
    const manifest = object === undefined ? undefined : await findManifest(repository, backupId, object);
    listed.push({ backupId, manifest, isDamaged: object !== undefined && manifest === undefined });
  }
  return listed;
}

/** Lists the backups of a repository with their manifests, oldest first. @throws BackupRefusedError */
export async function listAllBackups(options: RepositoryOptions): Promise<ListedBackup[]> {
  await using repository = await openRepository(options);
  return await readBackups(repository);
}
