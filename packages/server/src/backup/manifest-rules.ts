import { z } from 'zod';
import { parsePosition } from '../platform/index.ts';
import type { RowCount } from './contents/row-count-views.ts';

const stored = z.object({ object: z.string(), bytes: z.number() });

/** The contents of a backup. The manifest is written last, so a backup without a manifest was interrupted. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /**
   * Id of the backup, made from its start time, so that ids sort by time. The names of the backup's objects begin with `backups/` and this
   * id.
   */
  backupId: z.string(),
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  /** True if Pimento was running during the backup. */
  isOnline: z.boolean(),
  version: z.string(),
  /** Major version of PostgreSQL. */
  postgres: z.string(),
  /** Platform on which the backup was made, such as `linux-x64`. */
  platform: z.string(),
  /** Identifies the database. A restored copy has the same id. */
  systemId: z.string(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  /** Id of the key that seals the secrets in the database. Null before the first start. */
  secretKeyId: z.string().nullable(),
  database: z.object({ parts: z.array(stored), bytes: z.number() }),
  files: z.object({ list: stored, count: z.number(), bytes: z.number() }),
  /**
   * The database's folder in the archive of the PostgreSQL log, and the log position from which a recovery of this backup applies the log.
   * Undefined if the log was not archived. Both formats are checked, because the two values determine which archived files are deleted.
   */
  log: z
    .object({ folder: z.string().regex(/^[\da-f]{16}$/), start: z.string().regex(/^[\dA-F]{1,8}\/[\dA-F]{1,8}$/) })
    .optional(),
  /** Number of rows of each table. `isSteady` is true if no rows of the table were written while the database was copied. */
  tables: z.array(z.object({ table: z.string(), rows: z.number(), isSteady: z.boolean() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Compares the rows of all tables before and after the database was copied. If a table was written in between, the number of its rows in
 * the copy is unknown.
 */
export function judgeSteadiness(before: readonly RowCount[], after: readonly RowCount[]): Manifest['tables'] {
  const earlier = new Map(before.map((count) => [count.table, count]));
  return after.map(({ table, rows, writes }) => {
    const first = earlier.get(table);
    return { table, rows, isSteady: first?.rows === rows && first.writes === writes };
  });
}

/** Returns one sentence that explains why this program cannot restore a backup. @returns undefined if the program can restore it */
export function refusalOf(
  manifest: Manifest,
  own: { version: string; postgres: string; migrations: readonly string[] },
): string | undefined {
  const unknown = manifest.migrations.find((name) => !own.migrations.includes(name));
  if (unknown !== undefined)
    return `The backup was made by a newer Pimento (${manifest.version}, with the migration ${unknown}) but this is ${own.version}: restore it with that version or a later one.`;
  if (manifest.postgres !== own.postgres)
    return `The backup has a database of PostgreSQL ${manifest.postgres} but this Pimento includes ${own.postgres}: restore it with Pimento ${manifest.version}.`;
  return undefined;
}

export interface RowDifference {
  table: string;
  /** Number of rows when the backup was made. */
  expected: number;
  /** Number of rows in the restored database. */
  found: number;
}

/**
 * Returns the tables whose number of rows differs in the restored database although the tables were not written while the database was
 * copied. Also returns the tables that had rows and are missing in the restored database.
 */
export function listRowDifferences(
  tables: Manifest['tables'],
  restored: readonly Pick<RowCount, 'table' | 'rows'>[],
): RowDifference[] {
  const found = new Map(restored.map(({ table, rows }) => [table, rows]));
  return tables
    .filter(({ isSteady, table }) => isSteady || !found.has(table))
    .map(({ table, rows }) => ({ table, expected: rows, found: found.get(table) ?? 0 }))
    .filter(({ expected, found: rows }) => rows !== expected);
}

/**
 * Returns the lowest position from which any of the backups needs the log in a folder of the archive.
 * @param log the folder, and the position of one of these backups
 */
export function oldestLogStart(
  manifests: readonly Pick<Manifest, 'log'>[],
  { folder, start }: NonNullable<Manifest['log']>,
): string {
  const starts = manifests.flatMap(({ log }) => (log?.folder === folder ? log.start : []));
  // positions have no leading zeros, so they are not in order as texts
  return starts.reduce((oldest, other) => (parsePosition(other) < parsePosition(oldest) ? other : oldest), start);
}
