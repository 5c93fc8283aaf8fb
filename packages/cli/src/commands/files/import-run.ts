import { setFlagsFromString } from 'node:v8';
import { type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import { storedMappingOf } from '@pimento/files';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { describeComposites, type FeedImport, importFeed } from './feed-import.ts';
import { requireBytes } from './import-completeness.ts';
import { importTable } from './table-import.ts';
import { checkFeedOptions } from '../../input/feed-file.ts';
import { openImportInput } from '../../input/import-input.ts';
import type { ImportSource } from '../../input/import-source.ts';
import { readMapping } from '../../input/mapping-source.ts';
import { formatChoices, mappingChoices, type TableOptions } from '../../input/table-options.ts';
import { UsageError } from '../../input/usage-error.ts';
import { summarize } from '../../output/import-summary.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { summarizeRows } from '../../output/table-summary.ts';

export interface ImportCommandOptions extends TableOptions {
  replace?: boolean;
  dryRun?: boolean;
  atomic?: boolean;
  async?: boolean;
  idempotencyKey?: string;
  empty?: 'leave' | 'clear';
  errors?: string;
  mapping?: string;
}

async function sendSource(
  context: CommandContext,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const client = await context.connect('client');
  const bar = createProgressBar(process.stderr, source.name, source.bytes);
  let sent = 0;
  let isRead = false;
  async function* counted() {
    // the cast is safe, because a stream without an encoding returns bytes
    for await (const chunk of source.stream as AsyncIterable<Uint8Array>) {
      bar.advance(chunk.length);
      sent += chunk.length;
      yield chunk;
    }
    isRead = true;
  }
  try {
    const content = ReadableStream.from(counted());
    const { contentType, contentEncoding, bytes: contentLength } = source;
    const outcome = await sendImport(client, { content, contentType, contentEncoding, contentLength }, options);
    const { idempotencyKey } = options;
    // with a Content-Length, the service can answer before the end of the file was noticed here
    requireBytes(outcome, {
      isRead: isRead || sent === contentLength,
      sent,
      idempotencyKey,
      isPacked: contentEncoding !== undefined,
    });
    return outcome;
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

/** Prints the result of an import of a table or feed, and sets the exit code. */
function printRows(
  context: CommandContext,
  { outcome, table, composites, report }: FeedImport,
  isDryRun: boolean,
): void {
  const text = 'received' in outcome ? summarize(outcome, (index) => table.rowOf(index)) : backgroundText(outcome);
  const lines = [text, describeComposites(composites, isDryRun), summarizeRows(table.rejected, table.problems), report];
  context.print(
    { ...outcome, composites, rejectedByRows: table.rejected, rowProblems: table.problems },
    lines.filter((part) => part !== '').join('\n'),
  );
  const code = exitCodeOf(outcome);
  context.setExitCode(code === exitCodes.done && table.rejected > 0 ? exitCodes.rejected : code);
}

/** Runs `pimento import`. This function is in a separate file, so that other commands do not load `@pimento/files`. */
export async function runImport(context: CommandContext, path: string, options: ImportCommandOptions): Promise<void> {
  // Helper threads of the garbage collector took 1 µs of processor time per product, which a service on the same machine needs.
  setFlagsFromString('--no-parallel-scavenge');
  const { replace, dryRun, atomic, async: respondAsync, idempotencyKey } = options;
  const sent = { replace, dryRun, atomic, respondAsync, idempotencyKey };
  const mapping =
    options.mapping === undefined ? undefined : await readMapping(() => context.connect('client'), options.mapping);
  const input = await openImportInput(path, formatChoices(options), mapping?.format);
  if (input.kind === 'body') {
    if (mapping !== undefined) {
      input.source.stream.destroy();
      throw new UsageError(`--mapping is for tables: ${input.source.name} is JSON.`);
    }
    const outcome = await sendSource(context, input.source, sent);
    context.print(outcome, 'received' in outcome ? summarize(outcome) : backgroundText(outcome));
    context.setExitCode(exitCodeOf(outcome));
    return;
  }
  await using file = input.file;
  if (input.kind === 'feed') {
    checkFeedOptions(input.format.feed, options);
    printRows(context, await importFeed(context, file, input.format, sent, options.errors), dryRun === true);
    return;
  }
  const choices = { ...mappingChoices(options), empty: options.empty };
  const stored = mapping && storedMappingOf(mapping);
  const source = { file, format: input.format, choices, stored };
  const imported = await importTable(context, source, sent, options.errors);
  printRows(context, { ...imported, composites: [] }, dryRun === true);
}
