import { DamagedObjectError } from '../repository/repository-types.ts';
import { type BackupFile, forEachOf } from './file-copy-service.ts';

/** A file whose content is damaged or missing in a backup. */
export interface DamagedFile {
  /** Key in the installation's object store, for example `acme/<SHA-256>`. */
  key: string;
  /** One sentence that names the stored file and describes the damage. */
  reason: string;
}

export interface DamagedFiles {
  count: number;
  /** The first 1,000 that were found. */
  listed: DamagedFile[];
  keys: ReadonlySet<string>;
}

/**
 * Maximum number of damaged files that are listed with their reasons. A backup location that lost its folder of files may lack millions.
 */
const maxListed = 1_000;

/** Runs `work` for all files, several at a time, and continues after a damaged file. @returns the damaged files */
export async function forEachFile(
  files: AsyncIterable<BackupFile>,
  work: (file: BackupFile) => Promise<void>,
): Promise<DamagedFiles> {
  const listed: DamagedFile[] = [];
  const keys = new Set<string>();
  await forEachOf(files, async (file) => {
    try {
      await work(file);
    } catch (error) {
      if (!(error instanceof DamagedObjectError)) throw error;
      keys.add(file.key);
      if (listed.length < maxListed) listed.push({ key: file.key, reason: error.message });
    }
  });
  return { count: keys.size, listed, keys };
}
