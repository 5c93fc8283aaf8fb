import { type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { type Command, Option } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { type ImportFormat, openImportSource } from '../input/import-source.ts';
import { summarize } from '../output/import-summary.ts';
import { createProgressBar } from '../output/progress-bar.ts';

interface Options {
  format?: ImportFormat;
  replace?: boolean;
  dryRun?: boolean;
  atomic?: boolean;
  async?: boolean;
  idempotencyKey?: string;
}

async function sendFile(
  context: CommandContext,
  path: string,
  format: ImportFormat | undefined,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const client = await context.connect('client');
  const source = await openImportSource(path, format);
  const bar = createProgressBar(process.stderr, source.name, source.bytes);
  async function* counted() {
    // a stream without an encoding gives bytes
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

async function runImport(context: CommandContext, path: string, options: Options): Promise<void> {
  const { replace, dryRun, atomic, async: respondAsync, idempotencyKey } = options;
  const outcome = await sendFile(context, path, options.format, {
    replace,
    dryRun,
    atomic,
    respondAsync,
    idempotencyKey,
  });
  const text =
    'received' in outcome
      ? summarize(outcome)
      : `The service has everything and goes on by itself: pimento jobs get ${outcome.jobRef}`;
  context.print(outcome, text);
  context.setExitCode(exitCodeOf(outcome));
}

export function addImportCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('import')
    .description('Import products from a file of any size')
    .argument('<file>', 'JSON {"products": […]} or NDJSON, also compressed (.gz, .zst, .br); "-" for stdin')
    .addOption(
      new Option('--format <format>', 'what the file holds (default: what its name or beginning says)').choices([
        'json',
        'ndjson',
      ]),
    )
    .option('--replace', 'remove from each product what the file leaves out of it')
    .option('--dry-run', 'say what would happen and store nothing')
    .option('--atomic', 'in one transaction: a fault leaves nothing of it')
    .option('--async', 'hand the file over and do not wait for the outcome')
    .option('--idempotency-key <key>', 'a repeat with the same key within 24 hours imports nothing')
    .addHelpText(
      'after',
      `
A product that is rejected never stops the others; the exit code is then 1. Importing the same file again is harmless.

Examples:
  $ pimento import products.json
  $ pimento import products.ndjson.gz --dry-run
  $ generate-products | pimento import - --format ndjson
  $ pimento import products.json --json | jq .errorCounts`,
    )
    .action((path: string, options: Options, command: Command) =>
      runImport(contextOf(command, surroundings), path, options),
    );
}
