import { Readable } from 'node:stream';
import type { Transaction } from '../platform/index.ts';
import { readFingerprint } from './contents-views.ts';
import type { Contents, Difference, Fingerprint, MovedTable } from './move-types.ts';
import type { Progress } from './progress-service.ts';
import { readRows, writeRows } from './table-copy-store.ts';

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Copies the rows of one table. The source is read only as fast as the target writes, so only a few chunks are in memory. */
async function copyRows(
  source: Transaction,
  target: Transaction,
  table: MovedTable,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const rows = await readRows(source, table);
  async function* counted(): AsyncGenerator<Buffer> {
    // COPY returns bytes
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      onBytes(chunk.byteLength);
      yield chunk;
    }
  }
  await writeRows(target, table, Readable.from(counted(), { objectMode: false }));
}

const isSame = (one: Fingerprint, other: Fingerprint): boolean =>
  one.rows === other.rows && one.checksum === other.checksum;

/**
 * Compares the rows of all tables.
 * @returns the number of rows of the source, and the tables that differ
 */
export async function compareTables(
  source: Transaction,
  target: Transaction,
  tables: readonly MovedTable[],
  progress: Progress,
): Promise<{ rows: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let rows = 0;
  for (const [position, table] of tables.entries()) {
    progress(() => `Compared ${position} of ${tables.length} tables; the next one is ${table.table}.`);
    const [here, there] = await Promise.all([readFingerprint(source, table), readFingerprint(target, table)]);
    rows += here.rows;
    if (!isSame(here, there)) differences.push({ name: table.table, source: here, target: there });
  }
  return { rows, differences };
}

/** Copies all tables, one after the other. @returns the number of copied bytes */
export async function copyTables(
  source: Transaction,
  target: Transaction,
  { tables }: Pick<Contents, 'tables'>,
  progress: Progress,
): Promise<number> {
  let copied = 0;
  for (const [position, table] of tables.entries()) {
    await copyRows(source, target, table, (bytes) => {
      copied += bytes;
      progress(
        () => `Copied ${position} of ${tables.length} tables, ${megabytes(copied)}; the current one is ${table.table}.`,
      );
    });
  }
  return copied;
}
