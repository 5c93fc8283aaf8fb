import { type ImportFormat, type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { type Command, Option } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { openImportSource } from '../input/import-source.ts';
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
      : `The service has received everything and imports it in the background: pimento jobs get ${outcome.jobRef}`;
  context.print(outcome, text);
  context.setExitCode(exitCodeOf(outcome));
}

export function addImportCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('import')
    .description('Import products from a file of any size')
    .argument('<file>', 'JSON {"products": […]} or NDJSON, also compressed (.gz, .zst, .br); "-" for stdin')
    .addOption(
      new Option('--format <format>', 'format of the file (default: detected from its name or first bytes)').choices([
        'json',
        'ndjson',
      ]),
    )
    .option('--replace', 'remove values from a product that the file does not contain')
    .option('--dry-run', 'report the result but store nothing')
    .option('--atomic', 'import in one transaction: after a failure nothing is stored')
    .option('--async', 'send the file and do not wait for the result')
    .option('--idempotency-key <key>', 'a repeated import with the same key within 24 hours imports nothing')
    .addHelpText(
      'after',
      `
A rejected product never affects other products; the exit code is then 1. Importing the same file again is safe.

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
