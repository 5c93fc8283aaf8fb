import { type Client, type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { listAttributes, listImportErrors } from '@pimento/contract/wire';
import { type FileFormat, type Mapping, type MappingChoices, mapRows, openRows } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrorPath, rejectedProducts, writeErrorFile } from '../../input/error-file.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { guessTable, settledMapping, tableProducts, TableRows } from '../../input/table-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import { createProgressBar } from '../../output/progress-bar.ts';

async function sendTable(
  client: Client,
  file: ProductFile,
  format: FileFormat,
  mapping: Mapping,
  table: TableRows,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const bar = createProgressBar(process.stderr, file.name, file.bytes.size);
  const counted = {
    size: file.bytes.size,
    async *read(start: number, end: number) {
      for await (const chunk of file.bytes.read(start, end)) {
        bar.advance(chunk.length);
        yield chunk;
      }
    },
  };
  try {
    const content = ReadableStream.from(tableProducts(openRows(counted, format, file.spool), mapping, table));
    return await sendImport(client, { content, contentType: 'application/x-ndjson' }, options);
  } finally {
    bar.clear();
  }
}

/**
 * Imports the rows of a table.
 * @param errorPath the file for the rejected rows; undefined to write no file
 * @throws UsageError if a question about the columns is open
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
