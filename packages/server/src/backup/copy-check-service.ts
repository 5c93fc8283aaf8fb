import { releaseAllFiles } from '../assets/index.ts';
import { type Clock, openDatabase, startEmbeddedPostgres } from '../platform/index.ts';
import { endArchives } from '../tenancy/index.ts';
import type { DamagedFiles } from './contents/damaged-file-service.ts';
import { type AssetOfFile, listAssetsOfFiles, type MissingFiles } from './contents/missing-file-views.ts';
import { countRows } from './contents/row-count-views.ts';
import { findUnlisted } from './file-comparison-service.ts';
import { listRowDifferences, type Manifest, type RowDifference } from './manifest-rules.ts';
import { listFiles } from './recovery-service.ts';
import type { Repository } from './repository/repository-service.ts';

/** Result of the comparison of a restored database with its backup. */
export interface CopyCheck {
  tables: number;
  rows: number;
  differences: RowDifference[];
  /** Files that the database refers to and the backup does not have. */
  missingFiles: MissingFiles;
  /** Files that the backup lists, but whose content is damaged or missing in the backup. At most 1,000 are listed. */
  damagedFiles: { count: number; listed: LostFile[] };
}

/** A file that cannot be restored, and the assets that have it. */
export type LostFile = DamagedFiles['listed'][number] & { assets: string[] };

export const isComplete = ({ differences, missingFiles, damagedFiles }: CopyCheck): boolean =>
  differences.length === 0 && missingFiles.count === 0 && damagedFiles.count === 0;

/** Adds to each damaged file the ids of the assets that have it. Sorts the files by key. */
function lostFilesOf({ listed }: DamagedFiles, assets: readonly AssetOfFile[]): LostFile[] {
  const byKey = Map.groupBy(assets, ({ fileKey }) => fileKey);
  return listed
    .map((file) => ({ ...file, assets: (byKey.get(file.key) ?? []).map(({ assetId }) => assetId) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * Starts the restored database, which completes its recovery, compares its rows and files with the backup, and stops it. Also releases the
 * file hold, and expires the archives of clients, whose files are not in the backup.
 * @param deps `settings`: settings of the server that override the usual ones; `damaged`: the damaged files of the backup;
 * `isContinued`: the archived log was applied, so rows differ from those of the backup
 * @throws StartRefusedError if the database does not start
 */
export async function checkCopy(
  deps: {
    clock: Clock;
    repository: Repository;
    settings: Record<string, string>;
    damaged: DamagedFiles;
    isContinued: boolean;
  },
  dataFolder: string,
  manifest: Manifest,
): Promise<CopyCheck> {
  const { clock, repository, settings, damaged, isContinued } = deps;
  await using postgres = await startEmbeddedPostgres({ dataFolder, settings });
  const { connectionString } = postgres;
  await using handle = openDatabase({ connectionString, max: 2, name: 'pimento restore', onError: () => undefined });
  const database = handle.kysely;
  const counts = await countRows(database);
  const missingFiles = await findUnlisted(database, listFiles(repository, manifest, isContinued));
  const assets = await listAssetsOfFiles(
    database,
    damaged.listed.map(({ key }) => key),
  );
  await endArchives(database, clock.now());
  if (counts.some(({ table }) => table === 'file_hold')) await releaseAllFiles(database);
  return {
    tables: counts.length,
    rows: counts.reduce((sum, { rows }) => sum + rows, 0),
    differences: isContinued ? [] : listRowDifferences(manifest.tables, counts),
    missingFiles,
    damagedFiles: { count: damaged.count, listed: lostFilesOf(damaged, assets) },
  };
}
