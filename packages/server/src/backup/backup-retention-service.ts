import { findManifest, type FoundBackup, listBackups, readManifest } from './backup-list-service.ts';
import { readFileList } from './contents/file-copy-service.ts';
import type { Repository } from './repository/repository-service.ts';

/** An interrupted backup is removed at this age. A younger one may be a running backup of another database. */
const unfinishedMs = 2 * 86_400_000;

async function remove(repository: Repository, { manifest, objects }: FoundBackup): Promise<void> {
  // The manifest is deleted first, so that a partly removed backup counts as interrupted.
  if (manifest !== undefined) await repository.delete(manifest);
  for (const object of objects) if (object !== manifest) await repository.delete(object);
}

const startOf = (backupId: string): number =>
  Date.parse(backupId.slice(0, 20).replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z'));

/** Removes the objects of interrupted backups that began more than two days ago, except files, which the next backup reuses. */
export async function removeUnfinished(repository: Repository, now: Date): Promise<void> {
  const before = now.getTime() - unfinishedMs;
  await repository.sweep(new Date(before));
  for (const backup of await listBackups(repository))
    if (backup.manifest === undefined && startOf(backup.backupId) < before) await remove(repository, backup);
}

/** Removes the objects that a failed backup has stored, except files, which the next backup reuses. Does not remove a complete backup. */
export async function removeFailed(repository: Repository, backupId: string): Promise<void> {
  const failed = (await listBackups(repository)).find((backup) => backup.backupId === backupId);
  if (failed && failed.manifest === undefined) await remove(repository, failed);
}

/**
 * Removes the files that none of the `kept` backups lists. Keeps the keys of all files in memory, which takes 200 MB for a million files.
 */
async function removeUnlisted(repository: Repository, kept: readonly FoundBackup[]): Promise<void> {
  const needed = new Set<string>();
  for (const { backupId, manifest } of kept) {
    if (manifest === undefined) continue;
    const { files } = await readManifest(repository, backupId, manifest);
    for await (const { object } of readFileList(repository, backupId, files.list)) needed.add(object);
  }
  for await (const { object } of repository.list('files')) if (!needed.has(object)) await repository.delete(object);
}

/**
 * Removes all complete backups of a database except the newest `keep`, and then the files that no remaining backup lists. Removes no files
 * while another backup is incomplete or damaged, because that backup may need them. Damaged backups are neither counted nor removed.
 * @returns the ids of the removed backups
 */
export async function removeOld(repository: Repository, systemId: string, keep: number): Promise<string[]> {
  const backups = await listBackups(repository);
  const own: FoundBackup[] = [];
  let areAllKnown = true;
  for (const backup of backups) {
    const object = backup.manifest;
    const manifest = object === undefined ? undefined : await findManifest(repository, backup.backupId, object);
    if (manifest === undefined) areAllKnown = false;
    else if (manifest.systemId === systemId) own.push(backup);
  }
  const old = own.slice(0, -keep);
  for (const backup of old) await remove(repository, backup);
  const kept = backups.filter((backup) => !old.includes(backup));
  if (old.length > 0 && areAllKnown) await removeUnlisted(repository, kept);
  return old.map(({ backupId }) => backupId);
}
