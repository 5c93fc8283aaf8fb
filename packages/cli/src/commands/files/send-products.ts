import { type Client, type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { listImportErrors } from '@pimento/contract/wire';
import { type FileFormat, openProducts, openProductText, type ReadPlan, rejectedProducts } from '@pimento/files';
import { checkErrorPath, writeErrorFile } from '../../input/error-file.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { requireProducts } from './import-completeness.ts';
import { withProgress } from './read-progress.ts';
import type { TableRows } from '../../input/table-file.ts';
import { UsageError } from '../../input/usage-error.ts';

/** Size of the chunks of the request body in bytes. With chunks of 64 KB, the service needed 4 µs more per product to receive them. */
const chunkBytes = 256 * 1024;

/** A file, its format, and the plan for converting its content to products. */
export interface ProductSource {
  file: ProductFile;
  format: FileFormat;
  plan: ReadPlan;
}

/** Refuses the option `--errors` if the rejected rows of this import cannot be written. @throws UsageError */
export function checkErrors(format: FileFormat, errorPath: string | undefined, options: ImportOptions): void {
  if (errorPath === undefined) return;
  if (format.kind !== 'csv' && format.kind !== 'xlsx')
    throw new UsageError('--errors writes rows of tables; pimento jobs errors lists the errors of this feed.');
  checkErrorPath(errorPath, format);
  if (options.respondAsync === true)
    throw new UsageError('--errors needs the result of the import: leave out --async.');
}

/**
 * Sends the products of a file. Records the products that are rejected before they are sent.
 * @throws IncompleteImportError if the service received fewer products
 */
export async function sendProducts(
  client: Client,
  { file, format, plan }: ProductSource,
  table: TableRows,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { bytes, bar } = withProgress(file);
  let isRead = false;
  async function* lines() {
    // the bar shows the progress of the second reading, which sends the products
    const { bytes: scanned, spool } = file;
    yield* openProductText(bytes, format, plan, { spool, scanned, receiver: table, chunkBytes });
    isRead = true;
  }
  try {
    const content = ReadableStream.from(lines());
    const outcome = await sendImport(client, { content, contentType: 'application/x-ndjson' }, options);
    requireProducts(outcome, { isRead, sent: table.sent, idempotencyKey: options.idempotencyKey });
    return outcome;
  } finally {
    bar.clear();
  }
}

/** Writes the rows of rejected products with the reasons. @returns the number of rejected products */
export async function writeRejectedRows(
  client: Client,
  { file, format, plan }: ProductSource,
  header: readonly string[],
  jobRef: string,
  errorPath: string,
): Promise<number> {
  const errors = client.listAll(listImportErrors, { params: { jobRef }, query: { limit: 1000 } });
  const products = openProducts(file.bytes, format, plan, file.spool);
  return writeErrorFile(
    errorPath,
    format,
    header,
    rejectedProducts(products, errors, ({ problems }) => problems.length === 0),
  );
}
