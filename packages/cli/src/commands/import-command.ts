import { type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { type Command, Option } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { importTable } from './table-import.ts';
import { openImportInput } from '../input/import-input.ts';
import type { ImportSource } from '../input/import-source.ts';
import { addTableOptions, formatChoices, mappingChoices, type TableOptions } from '../input/table-options.ts';
import { summarize } from '../output/import-summary.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { summarizeRows } from '../output/table-summary.ts';

interface Options extends TableOptions {
  replace?: boolean;
  dryRun?: boolean;
  atomic?: boolean;
  async?: boolean;
  idempotencyKey?: string;
  empty?: 'leave' | 'clear';
  errors?: string;
}

async function sendSource(
  context: CommandContext,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const client = await context.connect('client');
  const bar = createProgressBar(process.stderr, source.name, source.bytes);
  async function* counted() {
    // the cast is safe: a stream without an encoding returns bytes
    for await (const chunk of source.stream as AsyncIterable<Uint8Array>) {
      bar.advance(chunk.length);
      yield chunk;
    }
  }
  try {
    const content = ReadableStream.from(counted());
    const { contentType, contentEncoding, bytes: contentLength } = source;
    return await sendImport(client, { content, contentType, contentEncoding, contentLength }, options);
  } finally {
    bar.clear();
    source.stream.destroy();
  }
}

function exitCodeOf(outcome: ImportOutcome): number {
  if (outcome.status === 'Failed') return exitCodes.failed;
  return 'rejected' in outcome && outcome.rejected > 0 ? exitCodes.rejected : exitCodes.done;
}

const backgroundText = ({ jobRef }: ImportOutcome): string =>
  `The service has received everything and imports it in the background: pimento jobs get ${jobRef}`;

async function runImport(context: CommandContext, path: string, options: Options): Promise<void> {
  const { replace, dryRun, atomic, async: respondAsync, idempotencyKey } = options;
  const sent = { replace, dryRun, atomic, respondAsync, idempotencyKey };
  const input = await openImportInput(path, formatChoices(options));
  if (input.kind === 'body') {
    const outcome = await sendSource(context, input.source, sent);
    context.print(outcome, 'received' in outcome ? summarize(outcome) : backgroundText(outcome));
    context.setExitCode(exitCodeOf(outcome));
    return;
  }
  await using file = input.file;
  const choices = { ...mappingChoices(options), empty: options.empty };
  const { outcome, table, report } = await importTable(context, file, input.format, choices, sent, options.errors);
  const text = 'received' in outcome ? summarize(outcome, (index) => table.rowOf(index)) : backgroundText(outcome);
  const lines = [text, summarizeRows(table.rejected, table.problems), report].filter((part) => part !== '');
  context.print({ ...outcome, rejectedByRows: table.rejected, rowProblems: table.problems }, lines.join('\n'));
  const code = exitCodeOf(outcome);
  context.setExitCode(code === exitCodes.done && table.rejected > 0 ? exitCodes.rejected : code);
}

export function addImportCommand(program: Command, surroundings: Surroundings): void {
  addTableOptions(
    program
      .command('import')
      .description('Import products from a file of any size')
      .argument('<file>', 'JSON {"products": […]}, NDJSON, CSV or XLSX, also packed (.gz, .zst, .zip); "-" for stdin'),
  )
    .addOption(
      new Option('--empty <meaning>', 'what an empty cell means: leave the stored value, or clear it').choices([
        'leave',
        'clear',
      ]),
    )
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
pimento files inspect shows how a table is read.

Examples:
  $ pimento import products.json
  $ pimento import products.ndjson.gz --dry-run
  $ pimento import supplier.xlsx --sheet Prices --errors rejected.xlsx
  $ generate-products | pimento import - --format ndjson
  $ pimento import products.json --json | jq .errorCounts`,
    )
    .action((path: string, options: Options, command: Command) =>
      runImport(contextOf(command, surroundings), path, options),
    );
}
