import { cancelImport, getImportJob, jobStatuses, listImportErrors, listImportJobs } from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { countOption } from '../input/count-option.ts';
import { firstMembers, pageSize } from '../input/first-members.ts';
import { summarize } from '../output/import-summary.ts';

interface ListOptions {
  limit: number;
  status?: (typeof jobStatuses)[number];
}

function addList(jobs: Command, surroundings: Surroundings): void {
  jobs
    .command('list')
    .description('List imports, newest first')
    .addOption(countOption('imports', 20))
    .addOption(new Option('--status <status>', 'only with this status').choices(jobStatuses))
    .action(async (options: ListOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const query = { status: options.status, limit: pageSize(options.limit, 200) };
      const { members, hasMore } = await firstMembers(client.listAll(listImportJobs, { query }), options.limit);
      const rows = members.map((job) => [
        job.jobRef,
        job.startedAt,
        job.status,
        job.received,
        job.created,
        job.updated,
        job.unchanged,
        job.rejected,
      ]);
      const titles = ['job', 'started', 'status', 'received', 'created', 'updated', 'unchanged', 'rejected'];
      context.print({ jobs: members, hasMore }, tableOr('There are no imports yet.', titles, rows));
    });
}

function addGet(jobs: Command, surroundings: Surroundings): void {
  jobs
    .command('get')
    .description('Show the state and the result of one import')
    .argument('<jobRef>')
    .action(async (jobRef: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const report = await client.call(getImportJob, { params: { jobRef } });
      context.print(report, summarize(report));
    });
}

function addErrors(jobs: Command, surroundings: Surroundings): void {
  jobs
    .command('errors')
    .description('List the errors of one import, in the order of the body')
    .argument('<jobRef>')
    .addOption(countOption('errors', 100))
    .option('--code <code>', 'only with this code')
    .action(async (jobRef: string, options: { limit: number; code?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const input = { params: { jobRef }, query: { code: options.code, limit: pageSize(options.limit, 1000) } };
      const { members, hasMore } = await firstMembers(client.listAll(listImportErrors, input), options.limit);
      const rows = members.map((error) => [error.index, error.productId, error.code, error.path, error.message]);
      const table = tableOr('No product was rejected.', ['index', 'product', 'code', 'path', 'message'], rows);
      context.print({ errors: members, hasMore }, table + (hasMore ? '\n… and more: raise --limit' : ''));
    });
}

function addCancel(jobs: Command, surroundings: Surroundings): void {
  jobs
    .command('cancel')
    .description('Cancel the import of an uploaded file; what it has stored stays')
    .argument('<jobRef>')
    .action(async (jobRef: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const report = await client.call(cancelImport, { params: { jobRef } });
      context.print(report, report.fault?.message ?? 'The import was cancelled.');
    });
}

export function addJobCommands(program: Command, surroundings: Surroundings): void {
  const jobs = program
    .command('jobs')
    .description('Imports: state, result and errors; cancel')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pimento jobs list --status Failed\n  $ pimento jobs errors 01a21f… --code expected-array',
    );
  for (const add of [addList, addGet, addErrors, addCancel]) add(jobs, surroundings);
}
