import type { Command } from 'commander';
import { contextOf, type Surroundings } from '../command-context.ts';
import { addTableOptions, type TableOptions } from '../../input/table-options.ts';

export function addFilesCommands(program: Command, surroundings: Surroundings): void {
  const files = program.command('files').description('Product files: inspect');
  addTableOptions(
    files
      .command('inspect')
      .description('Show how an import would read a file: format, columns, and open questions')
      .argument('<file>', 'CSV, XLSX, JSON, NDJSON or a feed file, also packed; "-" for stdin'),
  )
    .addHelpText(
      'after',
      `
Nothing is imported. Works without a service; with one, headers are compared with its attributes.

Examples:
  $ pimento files inspect supplier.csv
  $ pimento files inspect prices.xlsx --sheet 2026 --json | jq .mapping.columns`,
    )
    .action(async (path: string, options: TableOptions, command: Command) => {
      const { inspectFile } = await import('./file-inspection.ts'); // loaded on demand, because few commands read files
      await inspectFile(contextOf(command, surroundings), path, options);
    });
}
