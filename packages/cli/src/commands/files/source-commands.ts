import {
  deleteImportSource,
  getImportSource,
  type ImportSource,
  listImportSourceRuns,
  listImportSources,
  pauseImportSource,
  putImportSource,
  resumeImportSource,
  runImportSource,
} from '@pimento/contract/wire';
import { type Command, InvalidArgumentError } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SourceOptions, sourceSettings } from '../../input/source-settings.ts';
import { placeText, runText, scheduleText, stateText } from '../../output/source-text.ts';
import { contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';

const pollMs = 500;

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/**
 * Returns the settings of a source in the form in which they can be stored again. They contain no passwords or tokens. The service keeps
 * the stored ones.
 */
function documentOf({ from, schedule, options, importType, atomic, isPaused }: ImportSource) {
  return { from, schedule, options, importType, atomic, isPaused };
}

function addList(sources: Command, surroundings: Surroundings): void {
  sources
    .command('list')
    .description('List the file sources')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const found = (await client.call(listImportSources)).sources;
      const rows = found.map((source) => [
        source.name,
        stateText(source),
        scheduleText(source.schedule),
        source.nextRunAt ?? '–',
        placeText(source),
        source.lastRun ? runText(source.lastRun) : '–',
      ]);
      const titles = ['name', 'state', 'schedule', 'next run', 'from', 'last run'];
      context.print(found, tableOr('There are no file sources.', titles, rows));
    });
}

function addGet(sources: Command, surroundings: Surroundings): void {
  sources
    .command('get')
    .description('Write the settings of a source as JSON, without its password or token')
    .argument('<name>')
    .action(async (name: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const source = await client.call(getImportSource, { params: { name } });
      context.print(source, JSON.stringify(documentOf(source), undefined, 2));
    });
}

interface PutOptions extends SourceOptions {
  expect?: number;
}

function addPut(sources: Command, surroundings: Surroundings): void {
  sources
    .command('put')
    .description('Create or replace a source')
    .argument('<name>')
    .argument('[file]', 'JSON as "sources get" writes it, with a password or token; "-" for stdin')
    .option('--from <url>', 'request the file from this address')
    .option('--folder <path>', 'watch this folder')
    .option('--pattern <pattern>', 'only files with matching names, such as *.csv')
    .option('--every <minutes>', 'run at this interval', wholeNumber)
    .option('--daily <time>', 'run each day at this time, such as 06:30')
    .option('--cron <expression>', 'run according to a cron expression with five fields')
    .option('--time-zone <name>', 'time zone of --daily and --cron (default: the time zone of this machine)')
    .option('--mapping <name>', 'read tables with this stored mapping')
    .option('--feed <name>', 'read files as this feed')
    .option('--replace', 'remove values from a product that the file does not contain')
    .option('--expect <version>', 'store nothing if another version is current; 0: the name must be new', wholeNumber)
    .action(async (name: string, path: string | undefined, options: PutOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const { expect, ...given } = options;
      const body = await sourceSettings(path, given);
      const client = await context.connect('client');
      const source = await client.call(putImportSource, { params: { name }, query: { expectedVersion: expect }, body });
      const next = source.nextRunAt === null ? 'It runs on request.' : `It runs next at ${source.nextRunAt}.`;
      context.print(source, `Stored version ${source.version} of ${name}. ${next}`);
    });
}

function addRun(sources: Command, surroundings: Surroundings): void {
  sources
    .command('run')
    .description('Run a source now, and wait for the import')
    .argument('<name>')
    .option('--force', 'import the file even if it is unchanged')
    .action(async (name: string, { force }: { force?: boolean }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const params = { name };
      let source = await client.call(runImportSource, { params, query: { force: force ?? false } });
      while (source.isRunning || source.lastRun?.job?.status === 'Importing') {
        await sleep(pollMs);
        source = await client.call(getImportSource, { params });
      }
      const { lastRun } = source;
      context.print(source, lastRun ? runText(lastRun) : 'The source has not run.');
      if (lastRun?.status === 'Failed' || lastRun?.job?.status === 'Failed') context.setExitCode(exitCodes.failed);
      else if ((lastRun?.job?.rejected ?? 0) > 0) context.setExitCode(exitCodes.rejected);
    });
}

function addRuns(sources: Command, surroundings: Surroundings): void {
  sources
    .command('runs')
    .description('List the last runs of a source, newest first')
    .argument('<name>')
    .action(async (name: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const { runs } = await client.call(listImportSourceRuns, { params: { name } });
      const rows = runs.map((run) => [run.startedAt, run.trigger, run.status, runText(run)]);
      context.print(runs, tableOr('The source has not run yet.', ['started', 'by', 'status', 'result'], rows));
    });
}

function addPause(sources: Command, surroundings: Surroundings): void {
  const actions = [
    ['pause', 'Pause a source: it runs only on request', pauseImportSource],
    ['resume', 'Let a paused source run on its schedule again', resumeImportSource],
  ] as const;
  for (const [action, description, operation] of actions)
    sources
      .command(action)
      .description(description)
      .argument('<name>')
      .action(async (name: string, _options: unknown, command: Command) => {
        const context = contextOf(command, surroundings);
        const client = await context.connect('client');
        const source = await client.call(operation, { params: { name } });
        context.print(
          source,
          source.isPaused ? `Paused ${name}` : `${name} runs next: ${source.nextRunAt ?? 'on request'}`,
        );
      });
}

function addDelete(sources: Command, surroundings: Surroundings): void {
  sources
    .command('delete')
    .description('Delete a source with its history')
    .argument('<name>')
    .action(async (name: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      await client.call(deleteImportSource, { params: { name } });
      context.print({ name }, `Deleted the source ${name}`);
    });
}

export function addSourceCommands(program: Command, surroundings: Surroundings): void {
  const sources = program
    .command('sources')
    .description('File sources, which are imported on a schedule: list, get, put, run, runs, pause, resume, delete')
    .addHelpText(
      'after',
      `
Examples:
  $ pimento sources put acme --from https://example.com/prices.csv --daily 06:30 --mapping acme
  $ pimento sources put drop --folder incoming --pattern '*.xlsx' --every 5
  $ pimento sources run acme
  $ pimento sources runs acme`,
    );
  for (const add of [addList, addGet, addPut, addRun, addRuns, addPause, addDelete]) add(sources, surroundings);
}
