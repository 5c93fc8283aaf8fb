import { type Client, type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { listAttributes, listImportErrors } from '@pimento/contract/wire';
import { type FileFormat, type Mapping, type MappingChoices, mapRows, openRows } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrorPath, rejectedProducts, writeErrorFile } from '../../input/error-file.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { withProgress } from '../../input/read-progress.ts';
import { guessTable, productLines, settledMapping, TableRows } from '../../input/table-file.ts';
import { UsageError } from '../../input/usage-error.ts';

async function sendTable(
  client: Client,
  file: ProductFile,
  format: FileFormat,
  mapping: Mapping,
  table: TableRows,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { bytes, bar } = withProgress(file);
  try {
    const content = ReadableStream.from(productLines(mapRows(openRows(bytes, format, file.spool), mapping), table));
    return await sendImport(client, { content, contentType: 'application/x-ndjson' }, options);
  } finally {
    bar.clear();
  }
}

/**
 * Imports the rows of a table.
 * @param errorPath where the rejected rows are written to; undefined for nowhere
 * @throws UsageError if the columns leave a question open
 */
export async function importTable(
  context: CommandContext,
  file: ProductFile,
  format: FileFormat,
  choices: MappingChoices,
  options: ImportOptions,
  errorPath: string | undefined,
): Promise<{ outcome: ImportOutcome; table: TableRows; report: string }> {
  if (errorPath !== undefined) checkErrorPath(errorPath, format);
  if (errorPath !== undefined && options.respondAsync === true)
    throw new UsageError('--errors needs the result of the import: leave out --async.');
  const client = await context.connect('client');
  const { attributes } = await client.call(listAttributes);
  const guessed = await guessTable(file, format, attributes, choices);
  const mapping = settledMapping(guessed);
  const table = new TableRows();
  const outcome = await sendTable(client, file, format, mapping, table, options);
  if (errorPath === undefined) return { outcome, table, report: '' };
  const header = guessed.rows.find(({ row }) => row === mapping.headerRow)?.cells ?? [];
  const errors = client.listAll(listImportErrors, { params: { jobRef: outcome.jobRef }, query: { limit: 1000 } });
  const mapped = mapRows(openRows(file.bytes, format, file.spool), mapping);
  const count = await writeErrorFile(errorPath, format, header, rejectedProducts(mapped, errors));
  return { outcome, table, report: `\nWrote ${count} rejected products to ${errorPath}` };
}
