import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ItemProblem } from '@pimento/contract';
import {
  mapTable,
  openRows,
  type ProductReason,
  rejectedProducts,
  type Row,
  type Spool,
  writeRejected,
} from '@pimento/files';
import type { ClientId, Connection } from '../../platform/core.ts';
import type { FilePlan } from '../judge/import-types.ts';
import { listErrors } from '../jobs/import-job-views.ts';
import { openStoredFile } from './stored-file.ts';

const pageSize = 1_000;

function reasonOf({ index, message, cell }: ItemProblem): ProductReason {
  if (!cell || cell.column === null) return { index, message };
  return { index, message: `Column ${cell.column}${cell.header === null ? '' : ` (${cell.header})`}: ${message}` };
}

/** Yields the errors of a job in the order of its products. */
async function* reasonsOf(
  connection: Connection,
  clientId: ClientId,
  jobId: string,
): AsyncGenerator<ProductReason, void, undefined> {
  for (let after: string | null = '0'; after !== null;) {
    const page: Awaited<ReturnType<typeof listErrors>> = await listErrors(connection, clientId, jobId, {
      after: Number(after),
      limit: pageSize,
      code: undefined,
    });
    for (const error of page.errors) yield reasonOf(error);
    after = page.next;
  }
}

async function headerOf(rows: AsyncIterable<Row>, headerRow: number): Promise<string[]> {
  for await (const { row, cells } of rows) if (row >= headerRow) return row === headerRow ? cells : [];
  return [];
}

/**
 * Writes the rejected rows of a file import to a file, in the format of the table.
 * @throws FileError if the uploaded file can no longer be read; PimentoError unknown-file
 */
export async function writeErrorRows(
  connection: Connection,
  { clientId, jobId, plan, path }: { clientId: ClientId; jobId: string; plan: FilePlan; path: string },
  spool: Spool,
): Promise<void> {
  const { mapping, format } = plan;
  if (mapping === null) throw new Error(`job ${jobId} has no table`);
  const open = () => openRows(openStoredFile(connection, { clientId, fileId: plan.fileId }, plan.bytes), format, spool);
  const header = await headerOf(open(), mapping.headerRow);
  const rejected = rejectedProducts(mapTable(open, mapping), reasonsOf(connection, clientId, jobId), () => true);
  const kind = format.kind === 'xlsx' ? 'xlsx' : 'csv';
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(
    writeRejected(header, rejected, { kind, delimiter: format.delimiter ?? ',' }),
    createWriteStream(path, { mode: 0o600 }),
  );
}
