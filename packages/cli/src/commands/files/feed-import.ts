import type { Client, ImportOptions, ImportOutcome } from '@pimento/client';
import { listAttributes, putAttributes } from '@pimento/contract/wire';
import { type FeedFormat, feedHeader, type MissingComposites, openRows, prepareFeed } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrors, sendProducts, writeRejectedRows } from './send-products.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { TableRows } from '../../input/table-file.ts';
import { counted } from '../../output/counted.ts';

export interface FeedImport {
  outcome: ImportOutcome;
  table: TableRows;
  /** Composites that were created or got new children. After a dry run, these are the composites that an import would create or extend. */
  composites: readonly string[];
  report: string;
}

const listAll = async (client: Client) => (await client.call(listAttributes)).attributes;

/** Returns what happens to composites that a feed needs but that are not defined. An import creates them, a dry run omits their values. */
const missingOf = (client: Client, isDryRun: boolean): MissingComposites =>
  isDryRun
    ? { kind: 'leave-out' }
    : {
        kind: 'define',
        define: async (missing) => {
          await client.call(putAttributes, { body: missing(await listAll(client)) });
        },
      };

/**
 * Imports a feed. Reads the file twice, first to find out which values are lists or rows, then to send its products.
 * @param errorPath the file for the rejected rows, or undefined to write no file
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
  const { plan, composites } = await prepareFeed(file.bytes, format, file.spool, {
    listAttributes: () => listAll(client),
    missing: missingOf(client, options.dryRun === true),
  });
  const table = new TableRows();
  const source = { file, format, plan };
  const outcome = await sendProducts(client, source, table, options);
  if (errorPath === undefined) return { outcome, table, composites, report: '' };
  const header = await feedHeader(openRows(file.bytes, format, file.spool), format.feed);
  const count = await writeRejectedRows(client, source, header, outcome.jobRef, errorPath);
  return {
    outcome,
    table,
    composites,
    report: `\nWrote the rows of ${counted(count, 'rejected product')} to ${errorPath}`,
  };
}

export function describeComposites(composites: readonly string[], isDryRun: boolean): string {
  if (composites.length === 0) return '';
  const names = `New or extended composites: ${composites.join(', ')}`;
  return isDryRun ? `${names} (a dry run does not create them, so their values were left out)` : names;
}
