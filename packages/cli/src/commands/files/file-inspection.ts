import { listAttributes } from '@pimento/contract/wire';
import { type Attribute, detectFormat } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { openProductFile } from '../../input/product-file.ts';
import { guessTable } from '../../input/table-file.ts';
import { formatChoices, mappingChoices, type TableOptions } from '../../input/table-options.ts';
import { UsageError } from '../../input/usage-error.ts';
import { describeColumns, describeFormat } from '../../output/file-description.ts';

/** Returns the definitions of the service; undefined if no service is configured, because the command also works without a service. */
async function findAttributes(context: CommandContext): Promise<readonly Attribute[] | undefined> {
  try {
    const client = await context.connect('client');
    return (await client.call(listAttributes)).attributes;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Runs `pimento files inspect`. In a separate file, because other commands do not need the engine for files. */
export async function inspectFile(context: CommandContext, path: string, options: TableOptions): Promise<void> {
  await using file = await openProductFile(path, path === '-' ? process.stdin : undefined);
  const format = await detectFormat(file.bytes, { ...formatChoices(options), name: file.name }, file.spool);
  if (format.kind === 'json' || format.kind === 'ndjson') {
    context.print({ format }, describeFormat(format));
    return;
  }
  const attributes = await findAttributes(context);
  const { rows, ...guessed } = await guessTable(file, format, attributes ?? [], mappingChoices(options));
  const without =
    attributes === undefined ? ['', 'Without the attributes of a service: name one with --url and --key.'] : [];
  const text = [describeFormat(format), '', describeColumns(guessed, rows), ...without].join('\n');
  context.print({ format, ...guessed }, text);
}
