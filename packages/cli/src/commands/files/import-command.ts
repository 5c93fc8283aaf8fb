import { type Command, Option } from 'commander';
import { contextOf, type Surroundings } from '../command-context.ts';
import type { ImportCommandOptions } from './import-run.ts';
import { addTableOptions } from '../../input/table-options.ts';

export function addImportCommand(program: Command, surroundings: Surroundings): void {
  addTableOptions(
    program
      .command('import')
      .description('Import products from a file of any size')
      .argument(
        '<file>',
        'JSON {"products": […]}, NDJSON, CSV, XLSX or a feed file, optionally compressed (.gz, .zst, .zip); an address, or "-" for stdin',
      ),
  )
    .addOption(
      new Option('--empty <meaning>', 'what an empty cell means: leave the stored value, or clear it').choices([
        'leave',
        'clear',
      ]),
    )
    .option('--mapping <name>', 'a stored mapping of the columns, or a .json file with one (default: guessed)')
    .option('--errors <file>', 'write the rejected rows of a table with their reasons to this file (CSV or XLSX)')
    .option('--replace', 'remove values from a product that the file does not contain')
    .option('--dry-run', 'report the result but store nothing')
    .option('--atomic', 'import in one transaction: after a failure nothing is stored')
    .option('--async', 'send the file and do not wait for the result')
    .option('--idempotency-key <key>', 'a repeated import with the same key within 24 hours imports nothing')
    .addHelpText(
      'after',
      `
A rejected product never affects other products; the exit code is then 1. Importing the same file again is safe.
pimento files inspect shows how a table or feed file is read. Feed files: Shopify, Google Merchant, Akeneo, WooCommerce, Amazon, BMEcat,
GDSN, JSON-LD and Open Food Facts; composites that they need are created before the import.

Examples:
  $ pimento import products.json
  $ pimento import products.ndjson.gz --dry-run
  $ pimento import supplier.xlsx --sheet Prices --errors rejected.xlsx
  $ pimento import supplier.csv --mapping acme
  $ pimento import https://supplier.example/prices.csv --mapping acme
  $ generate-products | pimento import - --format ndjson
  $ pimento import products.json --json | jq .errorCounts`,
    )
    .action(async (path: string, options: ImportCommandOptions, command: Command) => {
      const { runImport } = await import('./import-run.ts'); // loaded on demand, because few commands read files
      await runImport(contextOf(command, surroundings), path, options);
    });
}
