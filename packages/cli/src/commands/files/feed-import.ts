import { type Client, type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { listAttributes, listImportErrors, putAttributes } from '@pimento/contract/wire';
import {
  type Attribute,
  type FeedFormat,
  type MappedProduct,
  missingDefinitions,
  type NewDefinition,
  openRows,
  readFeed,
  scanFeed,
} from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrorPath, rejectedProducts, writeErrorFile } from '../../input/error-file.ts';
import { feedHeader, feedProducts } from '../../input/feed-file.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { withProgress } from '../../input/read-progress.ts';
import { productLines, TableRows } from '../../input/table-file.ts';
import { UsageError } from '../../input/usage-error.ts';

const isTable = ({ kind }: FeedFormat): boolean => kind === 'csv' || kind === 'xlsx';

/** What an import of a feed has done. */
export interface FeedImport {
  outcome: ImportOutcome;
  table: TableRows;
  /** Composites that were created, or that a dry run would have needed. */
  created: readonly string[];
  report: string;
}

function checkErrors(format: FeedFormat, errorPath: string | undefined, options: ImportOptions): void {
  if (errorPath === undefined) return;
  if (!isTable(format))
    throw new UsageError('--errors writes rows of tables; the errors of this feed are listed by pimento jobs errors.');
  checkErrorPath(errorPath, format);
  if (options.respondAsync === true)
    throw new UsageError('--errors needs the result of the import: leave out --async.');
}

/** Creates the composites that the rows of a feed need, because an import does not create them. */
async function prepareDefinitions(client: Client, missing: readonly NewDefinition[], attributes: readonly Attribute[]) {
  if (missing.length === 0) return attributes;
  await client.call(putAttributes, { body: [...missing] });
  return (await client.call(listAttributes)).attributes;
}

const compositesOf = (missing: readonly NewDefinition[]): string[] =>
  missing.flatMap(({ id, compositeAttribute, type }) =>
    compositeAttribute === null && type.id === 'composite' ? [id] : [],
  );

/**
 * Imports a feed. The file is read twice: first to find which values are lists and rows, then to send its products.
 * @param errorPath where the rejected rows are written to; undefined for nowhere
 * @throws UsageError, FileError, and the errors of the client
 */
export async function importFeed(
  context: CommandContext,
  file: ProductFile,
  format: FeedFormat,
  options: ImportOptions,
  errorPath: string | undefined,
): Promise<FeedImport> {
  checkErrors(format, errorPath, options);
  const client = await context.connect('client');
  const shape = await scanFeed(readFeed(file.bytes, format, file.spool));
  const listed = (await client.call(listAttributes)).attributes;
  const missing = missingDefinitions(shape, listed);
  const created = compositesOf(missing);
  const attributes = options.dryRun === true ? listed : await prepareDefinitions(client, missing, listed);
  const left = new Set(options.dryRun === true ? created : []);
  const table = new TableRows();
  const products = (source: ProductFile) => feedProducts(source, format, shape, attributes, left);
  const outcome = await sendFeed(client, file, products, table, options);
  if (errorPath === undefined) return { outcome, table, created, report: '' };
  const header = await feedHeader(openRows(file.bytes, format, file.spool), format.feed);
  const errors = client.listAll(listImportErrors, { params: { jobRef: outcome.jobRef }, query: { limit: 1000 } });
  const count = await writeErrorFile(errorPath, format, header, rejectedProducts(products(file), errors));
  return { outcome, table, created, report: `\nWrote the rows of ${count} rejected products to ${errorPath}` };
}

async function sendFeed(
  client: Client,
  file: ProductFile,
  products: (source: ProductFile) => AsyncIterable<MappedProduct>,
  table: TableRows,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { bytes, bar } = withProgress(file);
  try {
    const content = ReadableStream.from(productLines(products({ ...file, bytes }), table));
    return await sendImport(client, { content, contentType: 'application/x-ndjson' }, options);
  } finally {
    bar.clear();
  }
}

/** Describes the composites of an import. */
export function describeCreated(created: readonly string[], isDryRun: boolean): string {
  if (created.length === 0) return '';
  const names = created.join(', ');
  return isDryRun
    ? `New composites: ${names} (a dry run does not create them, so their values were left out)`
    : `New composites: ${names}`;
}
