import type { Client, ImportOptions, ImportOutcome } from '@pimento/client';
import { listAttributes, putAttributes } from '@pimento/contract/wire';
import {
  type FeedFormat,
  type FeedShape,
  missingDefinitions,
  openRows,
  type ReadPlan,
  readFeed,
  scanFeed,
  undefinedNames,
} from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrors, sendProducts, writeRejectedRows } from './send-products.ts';
import { feedHeader } from '../../input/feed-file.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { TableRows } from '../../input/table-file.ts';

export interface FeedImport {
  outcome: ImportOutcome;
  table: TableRows;
  /** Composites that were created or got children, or that a dry run would have needed. */
  composites: readonly string[];
  report: string;
}

/**
 * Creates the composites that the rows of a feed need, because an import does not create composites. A dry run does not create them either,
 * and omits their values.
 */
async function prepareFeed(client: Client, shape: FeedShape, isDryRun: boolean) {
  const { attributes } = await client.call(listAttributes);
  const composites = undefinedNames(shape, attributes);
  const plan: ReadPlan = { shape, attributes, without: isDryRun ? composites : undefined };
  if (composites.length === 0 || isDryRun) return { plan, composites };
  await client.call(putAttributes, { body: missingDefinitions(shape, attributes) });
  return { plan: { shape, attributes: (await client.call(listAttributes)).attributes }, composites };
}

/**
 * Imports a feed. The file is read twice: first to find which values are lists and rows, then to send its products.
 * @param errorPath the file for the rejected rows; undefined to write no file
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
  const { plan, composites } = await prepareFeed(client, shape, options.dryRun === true);
  const table = new TableRows();
  const source = { file, format, plan };
  const outcome = await sendProducts(client, source, table, options);
  if (errorPath === undefined) return { outcome, table, composites, report: '' };
  const header = await feedHeader(openRows(file.bytes, format, file.spool), format.feed);
  const count = await writeRejectedRows(client, source, header, outcome.jobRef, errorPath);
  return { outcome, table, composites, report: `\nWrote the rows of ${count} rejected products to ${errorPath}` };
}

/** Describes the composites that an import has created or extended. */
export function describeComposites(composites: readonly string[], isDryRun: boolean): string {
  if (composites.length === 0) return '';
  const names = `New or extended composites: ${composites.join(', ')}`;
  return isDryRun ? `${names} (a dry run does not create them, so their values were left out)` : names;
}
