import { type Client, type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { listAttributes, listImportErrors } from '@pimento/contract/wire';
import {
  type FileFormat,
  type Mapping,
  type MappingChoices,
  mapRows,
  openRows,
  productText,
  rejectedProducts,
  type StoredMapping,
} from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { checkErrorPath, writeErrorFile } from '../../input/error-file.ts';
import type { ProductFile } from '../../input/product-file.ts';
import { guessTable, settledMapping, TableRows } from '../../input/table-file.ts';
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
    const content = ReadableStream.from(
      productText(mapRows(openRows(counted, format, file.spool), mapping), table.lineOf),
    );
    return await sendImport(client, { content, contentType: 'application/x-ndjson' }, options);
  } finally {
    bar.clear();
  }
}

/** A table, and what is known about its columns. */
export interface TableSource {
  file: ProductFile;
  format: FileFormat;
  choices: MappingChoices;
  /** The mapping to be applied; undefined for a guess. */
  stored: StoredMapping | undefined;
}

/**
 * Imports the rows of a table.
 * @param errorPath where the rejected rows are written to; undefined for nowhere
 * @throws UsageError if the columns leave a question open
 */
export async function importTable(
  context: CommandContext,
  { file, format, choices, stored }: TableSource,
  options: ImportOptions,
  errorPath: string | undefined,
): Promise<{ outcome: ImportOutcome; table: TableRows; report: string }> {
  if (errorPath !== undefined) checkErrorPath(errorPath, format);
  if (errorPath !== undefined && options.respondAsync === true)
    throw new UsageError('--errors needs the result of the import: leave out --async.');
  const client = await context.connect('client');
  const { attributes } = await client.call(listAttributes);
  const guessed = await guessTable(file, format, attributes, choices, stored);
  const mapping = settledMapping(guessed);
  const table = new TableRows();
  const outcome = await sendTable(client, file, format, mapping, table, options);
  if (errorPath === undefined) return { outcome, table, report: '' };
  const header = guessed.rows.find(({ row }) => row === mapping.headerRow)?.cells ?? [];
  const errors = client.listAll(listImportErrors, { params: { jobRef: outcome.jobRef }, query: { limit: 1000 } });
  const mapped = mapRows(openRows(file.bytes, format, file.spool), mapping);
  const count = await writeErrorFile(
    errorPath,
    format,
    header,
    rejectedProducts(mapped, errors, ({ problems }) => problems.length === 0),
  );
  return { outcome, table, report: `\nWrote ${count} rejected products to ${errorPath}` };
}
