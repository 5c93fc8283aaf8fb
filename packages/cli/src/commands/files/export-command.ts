import { type Command, Option } from 'commander';
import { contextOf, type Surroundings } from '../command-context.ts';
import type { ExportCommandOptions } from './export-run.ts';
import { exportFormats } from '../../input/export-format.ts';
import { addFilterOptions } from '../../input/product-filter.ts';

export function addExportCommand(program: Command, surroundings: Surroundings): void {
  addFilterOptions(
    program
      .command('export')
      .description('Write all matching products as NDJSON, JSON, CSV, XLSX or a feed')
      .option('--out <file>', 'output file, compressed if it ends in .gz (default: stdout)')
      .addOption(
        new Option(
          '--format <format>',
          'format of the file, or a feed (default: by the name of the file, otherwise ndjson)',
        ).choices(exportFormats),
      )
      .option('--columns <attributes>', 'only these attributes in this order, separated by commas, after the id')
      .option('--sort <attribute>', 'products in the order of this attribute, descending after a "-" (default: __ID)'),
  )
    .addHelpText(
      'after',
      `
A consistent snapshot of the catalogue at the start of the export. The file can be imported again, whatever its format.
What a format cannot carry is refused by name, and no file is written: texts of more than 32,767 characters in XLSX, or attributes that
a feed does not have. --columns chooses others.

Examples:
  $ pimento export --out everything.ndjson.gz
  $ pimento export --category Olives --columns __NAME,price,weight --out olives.xlsx
  $ pimento export --format google-xml --columns __NAME,PRIMARY_ASSET,price,link --out shopping.xml
  $ pimento export --sort=-__UPDATED --out newest-first.csv
  $ pimento export --category Olives | jq -r .__NAME
  $ pimento export --updated-since 2026-01-31T00:00:00Z --field price --out prices.ndjson`,
    )
    .action(async (options: ExportCommandOptions, command: Command) => {
      const { runExport } = await import('./export-run.ts'); // only this command needs the code that writes files
      await runExport(contextOf(command, surroundings), options);
    });
}
