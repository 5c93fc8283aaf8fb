import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as backup from './backup/index.ts';
import { systemClock } from './platform/index.ts';
import { version } from './version.ts';

export { type CopyCheck, isComplete, type ListedBackup, type MadeBackup, type Manifest } from './backup/index.ts';
export type { Restored, Verified } from './backup/index.ts';

/** The location of backups: a folder or `s3://bucket/prefix?…`. */
interface Place {
  place: string;
}

type Report = (line: string) => void;

const addressOf = ({ place }: Place): string =>
  place.startsWith('s3://') ? place : pathToFileURL(resolve(place)).href;
const depsOf = (report: Report): backup.BackupDeps => ({ clock: systemClock, version, report });

/** Makes a backup. @throws BackupRefusedError, StartRefusedError; errors from the database and the stores */
export function makeBackup(
  options: Omit<backup.BackupOptions, 'address'> & Place,
  report: Report,
): Promise<backup.MadeBackup> {
  return backup.makeBackup(depsOf(report), { ...options, address: addressOf(options) });
}

/**
 * Restores a backup into a data folder that is empty or contains an interrupted restore.
 * @throws BackupRefusedError, StartRefusedError; errors from the stores
 */
export function restoreBackup(
  options: Omit<backup.RestoreOptions, 'address'> & Place,
  report: Report,
): Promise<backup.Restored> {
  return backup.restoreBackup(depsOf(report), { ...options, address: addressOf(options) });
}

/** Proves that a backup can be restored. @throws BackupRefusedError, StartRefusedError; errors from the stores */
export function verifyBackup(
  options: Omit<backup.VerifyOptions, 'address'> & Place,
  report: Report,
): Promise<backup.Verified> {
  return backup.verifyBackup(depsOf(report), { ...options, address: addressOf(options) });
}

/** Lists complete and interrupted backups, oldest first. @throws BackupRefusedError */
export function listBackups(options: Place & { passphrase: string | undefined }): Promise<backup.ListedBackup[]> {
  return backup.listAllBackups({ ...options, address: addressOf(options), clock: systemClock });
}
