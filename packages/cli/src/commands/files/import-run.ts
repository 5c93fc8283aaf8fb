import { type ImportOptions, type ImportOutcome, sendImport } from '@pimento/client';
import type { CommandContext } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { importTable } from './table-import.ts';
import { openImportInput } from '../../input/import-input.ts';
import type { ImportSource } from '../../input/import-source.ts';
import { formatChoices, mappingChoices, type TableOptions } from '../../input/table-options.ts';
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

/** Runs `pimento import`. In a separate file, because other commands do not need the engine for files. */
export async function runImport(context: CommandContext, path: string, options: ImportCommandOptions): Promise<void> {
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
