import {
  errorCode,
  isDatabaseUnavailable,
  isLockTimeout,
  listMigrations,
  markMoved,
  migrateWithin,
  transaction,
  type Transaction,
} from '../platform/index.ts';
import { findIdentity, listSequences, readContents } from './contents-views.ts';
import { type Contents, type Difference, type MoveDeps, type MoveOptions, MoveRefusedError } from './move-types.ts';
import { createProgress, type Progress } from './progress-service.ts';
import {
  createIndex,
  createPartitions,
  dropConstraints,
  emptyTables,
  listUnknownTables,
  lockTarget,
  restoreConstraints,
  setSequences,
} from './schema-store.ts';
import { openSource, type Source } from './source-service.ts';
import { compareTables, copyTables } from './table-copy-service.ts';
import { addressWithoutPassword, refusalOf } from './target-rules.ts';
import { openTarget } from './target-service.ts';
import { readTarget } from './target-views.ts';
import { listSequenceDifferences } from './sequence-rules.ts';

export interface Comparison {
  tables: number;
  rows: number;
  /** Empty if every table and sequence is the same. */
  differences: Difference[];
}

export interface Moved {
  tables: number;
  rows: number;
  /** Bytes that were copied. 0 if an earlier move had copied everything already. */
  bytes: number;
  /** Address of the new database, without its password. */
  address: string;
  /** Path of the file that prevents the former database from starting. */
  mark: string;
}

/** Reads what the embedded database contains. @throws MoveRefusedError if it is empty, or newer than this program */
async function readSource({ dataFolder, snapshot }: Source): Promise<Contents> {
  const contents = await readContents(snapshot);
  if (contents === undefined) throw new MoveRefusedError(`The database in ${dataFolder} is empty: nothing to move.`);
  const own = await listMigrations();
  const unknown = contents.migrations.find((name) => !own.includes(name));
  if (unknown === undefined) return contents;
  throw new MoveRefusedError(
    `The database in ${dataFolder} was migrated by a newer Pimento, which has "${unknown}": move it with that version.`,
  );
}

/** Creates the same tables in the target. @throws MoveRefusedError if the source has tables that are not tables of Pimento */
async function createTables(target: Transaction, { migrations, tables }: Contents): Promise<void> {
  await migrateWithin(target, migrations);
  const ordinary = tables.filter(({ parent }) => parent === null).map(({ table }) => table);
  const [unknown] = await listUnknownTables(target, ordinary);
  if (unknown !== undefined)
    throw new MoveRefusedError(
      `The table ${unknown} is not a table of Pimento: move it to another schema or drop it first.`,
    );
  await createPartitions(target, tables);
}

async function compare(
  source: Transaction,
  target: Transaction,
  { tables, sequences }: Contents,
  progress: Progress,
): Promise<Comparison> {
  const { rows, differences } = await compareTables(source, target, tables, progress);
  const moved = listSequenceDifferences(sequences, await listSequences(target));
  return { tables: tables.length, rows, differences: [...differences, ...moved] };
}

/** Copies everything in the transaction and compares it. @returns the number of rows and bytes */
async function copyAll(
  { report, clock }: MoveDeps,
  { snapshot }: Source,
  target: Transaction,
  contents: Contents,
): Promise<{ rows: number; bytes: number }> {
  const progress = createProgress({ report, clock });
  const { tables, sequences } = contents;
  await createTables(target, contents);
  const dropped = await dropConstraints(target);
  await emptyTables(target, tables);
  report(`Copying ${tables.length} tables.`);
  const bytes = await copyTables(snapshot, target, contents, progress);
  await setSequences(target, sequences);
  report('Comparing all rows.');
  const { rows, differences } = await compare(snapshot, target, contents, progress);
  const names = differences.map(({ name }) => name).join(', ');
  if (names !== '') throw new MoveRefusedError(`The copy differs from the database in ${names}; it was discarded.`);
  report(`Building ${dropped.indexes.length} indexes.`);
  for (const [position, index] of dropped.indexes.entries()) {
    progress(() => `Built ${position} of ${dropped.indexes.length} indexes; the next one is ${index.name}.`);
    await createIndex(target, index);
  }
  await restoreConstraints(target, dropped, tables);
  return { rows, bytes };
}

/**
 * Copies the data into an empty database, or compares the data with an earlier copy. Everything is one transaction, so the database is
 * either complete or still empty.
 */
async function fill(
  deps: MoveDeps,
  source: Source,
  target: Transaction,
  contents: Contents,
): Promise<{ rows: number; bytes: number }> {
  await lockTarget(target).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
    throw new MoveRefusedError(
      'Another move into this database is running, or is still being rolled back: try again later.',
    );
  });
  if ((await findIdentity(target)) !== contents.identity) {
    const refusal = refusalOf(await readTarget(target));
    if (refusal !== undefined) throw new MoveRefusedError(refusal);
    return copyAll(deps, source, target, contents);
  }
  deps.report('The database has a copy from an earlier move. Comparing all rows.');
  const { rows, differences } = await compare(source.snapshot, target, contents, createProgress(deps));
  if (differences.length === 0) return { rows, bytes: 0 };
  throw new MoveRefusedError(
    `The database has a copy of this installation that differs in ${differences.map(({ name }) => name).join(', ')}, because one of the two was used after an earlier move. Compare them with --check: if the new database is the newer one, keep it and set PIMENTO_DATABASE_URL; otherwise create a new database and move into that.`,
  );
}

/**
 * Converts the error of a move to a message that tells the operator what to do. An error whose cause is in this program is returned
 * unchanged. If only the response to the commit was lost, the target is complete.
 */
function explained(error: unknown): unknown {
  const isOutside = errorCode(error) !== undefined || isDatabaseUnavailable(error);
  if (error instanceof MoveRefusedError || !(error instanceof Error) || !isOutside) return error;
  return new MoveRefusedError(
    `The move ended early: ${error.message}. Run the same command again: it continues with an empty database, or compares a complete one.`,
    { cause: error },
  );
}

/**
 * Moves the embedded database of a data folder into an empty external database. The former database is only read. Afterwards it no longer
 * starts, unless the operator removes its mark. A move that was killed can be repeated.
 * @throws MoveRefusedError; StartRefusedError if a service is running on the folder, or if connections to the external database share
 * sessions
 */
export async function moveDatabase(deps: MoveDeps, options: MoveOptions): Promise<Moved> {
  await using source = await openSource(options.dataFolder);
  const contents = await readSource(source);
  await using handle = await openTarget(options.target);
  const { rows, bytes } = await transaction(handle.kysely, (target) => fill(deps, source, target, contents)).catch(
    (error: unknown) => {
      throw explained(error);
    },
  );
  const address = addressWithoutPassword(options.target);
  const mark = await markMoved(source.dataFolder, address);
  return { tables: contents.tables.length, rows, bytes, address, mark };
}

/**
 * Compares every row of the embedded database with an external copy, and changes nothing.
 * @throws MoveRefusedError, for example if the external database is not a copy; StartRefusedError if a service is running on the folder, or
 * if connections to the external database share sessions
 */
export async function compareDatabases(deps: MoveDeps, options: MoveOptions): Promise<Comparison> {
  await using source = await openSource(options.dataFolder);
  const contents = await readSource(source);
  await using handle = await openTarget(options.target);
  return await transaction(
    handle.kysely,
    async (target) => {
      if ((await findIdentity(target)) !== contents.identity)
        throw new MoveRefusedError(`The database is not a copy of the database in ${source.dataFolder}.`);
      return compare(source.snapshot, target, contents, createProgress(deps));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}
