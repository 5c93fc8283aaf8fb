import type { ImportOptions, ImportOutcome } from '@pimento/client';
import { listAttributes } from '@pimento/contract/wire';
import type { FileFormat, MappingChoices, StoredMapping } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrors, sendProducts, writeRejectedRows } from './send-products.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { guessTable, settledMapping, TableRows } from '../../input/table-file.ts';
import { counted } from '../../output/counted.ts';

/** A table and the mapping of its columns. */
export interface TableSource {
  file: ProductFile;
  format: FileFormat;
  choices: MappingChoices;
  /** The mapping to apply, or undefined to guess one. */
  stored: StoredMapping | undefined;
}

/**
 * Imports the rows of a table.
 * @param errorPath the file for the rejected rows, or undefined to write no file
 * @throws UsageError if a question about the columns has no answer, or if the rejected rows cannot be written to `errorPath`
 * @throws FileError, and the errors of the client
 */
export async function importTable(
  context: CommandContext,
  { file, format, choices, stored }: TableSource,
  options: ImportOptions,
  errorPath: string | undefined,
): Promise<{ outcome: ImportOutcome; table: TableRows; report: string }> {
  checkErrors(format, errorPath, options);
  const client = await context.connect('client');
  const { attributes } = await client.call(listAttributes);
  const guessed = await guessTable(file, format, attributes, choices, stored);
  const mapping = settledMapping(guessed);
  const table = new TableRows();
  const source = { file, format, plan: { mapping } };
  const outcome = await sendProducts(client, source, table, options);
  if (errorPath === undefined) return { outcome, table, report: '' };
  const header = guessed.rows.find(({ row }) => row === mapping.headerRow)?.cells ?? [];
  const count = await writeRejectedRows(client, source, header, outcome.jobRef, errorPath);
  return { outcome, table, report: `\nWrote ${counted(count, 'rejected product')} to ${errorPath}` };
}
