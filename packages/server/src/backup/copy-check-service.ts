import { releaseAllFiles } from '../assets/index.ts';
import { type Clock, openDatabase, startEmbeddedPostgres } from '../platform/index.ts';
import { endArchives } from '../tenancy/index.ts';
import { readFileList } from './contents/file-copy-service.ts';
import type { MissingFiles } from './contents/missing-file-views.ts';
import { countRows } from './contents/row-count-views.ts';
import { findUnlisted } from './file-comparison-service.ts';
import { listRowDifferences, type Manifest, type RowDifference } from './manifest-rules.ts';
import type { Repository } from './repository/repository-service.ts';

/** Result of the comparison of a restored database with its backup. */
export interface CopyCheck {
  tables: number;
  rows: number;
  differences: RowDifference[];
  /** Files that the database refers to and the backup does not have. */
  missingFiles: MissingFiles;
}

export const isComplete = ({ differences, missingFiles }: CopyCheck): boolean =>
  differences.length === 0 && missingFiles.count === 0;

/**
 * Starts the restored database of a data folder, compares its rows and files with the backup, and stops it. The start completes the
 * recovery to the moment of the backup. Also deletes what must not outlive a restore: the hold of files, and exports of clients.
 * @param deps `settings`: settings of the server that override the usual ones
 * @throws StartRefusedError if the database does not start
 */
export async function checkCopy(
  deps: { clock: Clock; repository: Repository; settings: Record<string, string> },
  dataFolder: string,
  manifest: Manifest,
): Promise<CopyCheck> {
  const { clock, repository, settings } = deps;
  await using postgres = await startEmbeddedPostgres({ dataFolder, settings });
  const { connectionString } = postgres;
  await using handle = openDatabase({ connectionString, max: 2, name: 'pimento restore', onError: () => undefined });
  const database = handle.kysely;
  const counts = await countRows(database);
  const { backupId, files } = manifest;
  const missingFiles = await findUnlisted(database, readFileList(repository, backupId, files.list));
  await endArchives(database, clock.now());
  if (counts.some(({ table }) => table === 'file_hold')) await releaseAllFiles(database);
  return {
    tables: counts.length,
    rows: counts.reduce((sum, { rows }) => sum + rows, 0),
    differences: listRowDifferences(manifest.tables, counts),
    missingFiles,
  };
}
