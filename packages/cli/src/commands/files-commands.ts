import { listAttributes } from '@pimento/contract/wire';
import { type Attribute, detectFormat } from '@pimento/files';
import type { Command } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from './command-context.ts';
import { openProductFile } from '../input/product-file.ts';
import { guessTable } from '../input/table-file.ts';
import { addTableOptions, formatChoices, mappingChoices, type TableOptions } from '../input/table-options.ts';
import { UsageError } from '../input/usage-error.ts';
import { describeColumns, describeFormat } from '../output/file-description.ts';

/** Returns the definitions of the service; undefined if no service is named, because the command works without one. */
async function findAttributes(context: CommandContext): Promise<readonly Attribute[] | undefined> {
  try {
    const client = await context.connect('client');
    return (await client.call(listAttributes)).attributes;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function inspect(context: CommandContext, path: string, options: TableOptions): Promise<void> {
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

export function addFilesCommands(program: Command, surroundings: Surroundings): void {
  const files = program.command('files').description('Files of products: inspect');
  addTableOptions(
    files
      .command('inspect')
      .description('Show how an import would read a file: format, columns, and what has to be decided')
      .argument('<file>', 'CSV, XLSX, JSON or NDJSON, also packed; "-" for stdin'),
  )
    .addHelpText(
      'after',
      `
Nothing is imported. Works without a service; with one, headers are compared with its attributes.

Examples:
  $ pimento files inspect supplier.csv
  $ pimento files inspect prices.xlsx --sheet 2026 --json | jq .mapping.columns`,
    )
    .action((path: string, options: TableOptions, command: Command) =>
      inspect(contextOf(command, surroundings), path, options),
    );
}
