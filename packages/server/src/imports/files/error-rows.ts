import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ItemProblem } from '@pimento/contract';
import {
  feedHeader,
  type FileBytes,
  isFeedFormat,
  type MappedProduct,
  mapTable,
  openRows,
  type ProductReason,
  readFeed,
  rejectedProducts,
  type Row,
  type Spool,
  writeRejected,
} from '@pimento/files';
import type { ClientId, Connection } from '../../platform/core.ts';
import type { FilePlan } from '../judge/import-types.ts';
import { listErrors } from '../jobs/job-error-views.ts';
import { openStoredFile } from './stored-file.ts';

const pageSize = 1_000;

function reasonOf({ index, message, cell, productId }: ItemProblem, isFeed: boolean): ProductReason {
  // The message names the product, because several products of a feed can have the same rows.
  if (isFeed && productId !== undefined) return { index, message: `${productId}: ${message}` };
  if (!cell || cell.column === null) return { index, message };
  return { index, message: `Column ${cell.column}${cell.header === null ? '' : ` (${cell.header})`}: ${message}` };
}

/** Yields the errors of a job in the order of its products. */
async function* reasonsOf(
  connection: Connection,
  clientId: ClientId,
  { jobId, isFeed }: { jobId: string; isFeed: boolean },
): AsyncGenerator<ProductReason, void, undefined> {
  for (let after: string | null = '0'; after !== null;) {
    const page: Awaited<ReturnType<typeof listErrors>> = await listErrors(connection, clientId, jobId, {
      after: Number(after),
      limit: pageSize,
      code: undefined,
    });
    for (const error of page.errors) yield reasonOf(error, isFeed);
    after = page.next;
  }
}

async function headerOf(rows: AsyncIterable<Row>, headerRow: number): Promise<string[]> {
  for await (const { row, cells } of rows) if (row >= headerRow) return row === headerRow ? cells : [];
  return [];
}

/** Opens the rows of each product of a table or feed, in the order of the import, and finds the header. */
async function openProductRows(
  file: FileBytes,
  { mapping, format }: FilePlan,
  spool: Spool,
): Promise<{ header: string[]; products: AsyncIterable<Pick<MappedProduct, 'rows' | 'problems'>> }> {
  const open = () => openRows(file, format, spool);
  if (mapping !== null) return { header: await headerOf(open(), mapping.headerRow), products: mapTable(open, mapping) };
  if (!isFeedFormat(format)) throw new Error('JSON has no rows');
  return { header: await feedHeader(open(), format.feed), products: readFeed(file, format, spool) };
}

/**
 * Writes the rejected rows of a file import to `path`, as a workbook if the imported file is one, otherwise as CSV.
 * @throws FileError if the uploaded file can no longer be read; PimentoError unknown-file
 */
export async function writeErrorRows(
  connection: Connection,
  { clientId, jobId, plan, path }: { clientId: ClientId; jobId: string; plan: FilePlan; path: string },
  spool: Spool,
): Promise<void> {
  const { format } = plan;
  const file = openStoredFile(connection, { clientId, fileId: plan.fileId }, plan.bytes);
  const { header, products } = await openProductRows(file, plan, spool);
  const rejected = rejectedProducts(
    products,
    reasonsOf(connection, clientId, { jobId, isFeed: isFeedFormat(format) }),
    () => true,
  );
  const kind = format.kind === 'xlsx' ? 'xlsx' : 'csv';
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(
    writeRejected(header, rejected, { kind, delimiter: format.delimiter ?? ',' }),
    createWriteStream(path, { mode: 0o600 }),
  );
}
