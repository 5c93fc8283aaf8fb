import type { Command } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { bytesText } from '../../output/progress-bar.ts';
import { formatTable } from '../../output/table.ts';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  type DistributionPlan,
  examineDistribution,
  findTableStates,
  openLocalDatabase,
  type TableState,
  writeDistributionScript,
} from '../local-server.ts';

interface DistributeOptions {
  databaseUrl?: string;
  check?: boolean;
  status?: boolean;
  sql?: boolean;
}

const placeTexts = {
  reference: 'a copy on every node',
  client: 'shards by client',
  adapter: 'shards by adapter',
  local: 'the coordinator',
};

function citusText({ citusVersion }: DistributionPlan): string {
  return citusVersion === null
    ? 'The extension Citus is not installed in this database: this is what would be distributed.'
    : `The extension Citus ${citusVersion} is installed.`;
}

/** Formats the plan with its tables, and with the parts of the schema and the functions that prevent the distribution. */
function formatPlan(plan: DistributionPlan): string {
  const tables = formatTable(
    ['table', 'where', 'by', 'colocated with', 'size'],
    plan.tables.map(({ table, placement, column, colocatedWith, bytes }) => [
      table,
      placeTexts[placement],
      column ?? '',
      colocatedWith ?? '',
      bytesText(bytes),
    ]),
  );
  const obstacles = formatTable(
    ['kind', 'table', 'name', 'reason'],
    plan.obstacles.map(({ kind, table, name, reason }) => [kind, table, name, reason]),
  );
  const statements = plan.statements.map(({ reason, names }) => `${String(names.length).padStart(5)}  ${reason}`);
  const count = plan.statements.reduce((sum, { names }) => sum + names.length, 0);
  return [
    citusText(plan),
    tables,
    `${plan.movedKeys.length} foreign keys inside the groups are dropped before, and added afterwards.`,
    `${plan.obstacles.length} things in the schema prevent it:\n${obstacles}`,
    `${count} functions with statements that Citus refuses, or that ask all nodes:\n${statements.join('\n')}`,
    'Pimento cannot distribute a database yet. Nothing was changed.',
  ].join('\n\n');
}

/** Describes where the tables are. Lists only the tables that are elsewhere than planned. */
function formatStates(states: readonly TableState[] | undefined): string {
  if (states === undefined)
    return 'This database is on one server: it has no extension Citus. With --check the command shows how it would be distributed.';
  const others = states.filter(({ isPlaced }) => !isPlaced);
  const count = `${states.length - others.length} of ${states.length} tables are where they belong.`;
  if (others.length === 0) return count;
  const table = formatTable(
    ['table', 'belongs', 'is', 'by'],
    others.map(({ table: name, placement, kind, column }) => [name, placeTexts[placement], kind, column ?? '']),
  );
  return `${count}\n\n${table}`;
}

/** Formats the statements as a script for psql. */
function formatScript(statements: readonly string[]): string {
  return [
    '-- Distributes the database of Pimento over the nodes of a Citus cluster, for trials: no version of Pimento works on the result',
    '-- completely, and the script was not run on a cluster. See "pimento db distribute --check".',
    'begin;',
    ...statements.map((statement) => `${statement};`),
    'commit;',
  ].join('\n');
}

/** @throws UsageError if the schema has tables, columns or unique indexes that cannot be distributed */
async function printScript(context: CommandContext, connectionString: string): Promise<void> {
  const { statements, obstacles } = await writeDistributionScript(connectionString);
  if (obstacles.length > 0) {
    const lines = obstacles.map(({ kind, table, name, reason }) =>
      kind === 'table' ? `table ${name} ${reason}` : `${kind} ${name} of ${table} ${reason}`,
    );
    throw new UsageError(`The schema is not the one of this version of Pimento: ${lines.join('; ')}.`);
  }
  context.print({ statements }, formatScript(statements));
}

async function check(context: CommandContext, connectionString: string): Promise<void> {
  const plan = await examineDistribution(connectionString);
  const isReady = plan.citusVersion !== null && plan.obstacles.length === 0 && plan.statements.length === 0;
  context.print({ ...plan, isReady }, formatPlan(plan));
  if (!isReady) context.setExitCode(exitCodes.rejected);
}

async function showStatus(context: CommandContext, connectionString: string): Promise<void> {
  const states = await findTableStates(connectionString);
  // a database that only has the extension of Citus is on one server, too
  const isDistributed = states?.some(({ kind }) => kind === 'distributed') ?? false;
  context.print({ isDistributed, tables: states ?? [] }, formatStates(states));
  if (states?.every(({ isPlaced }) => isPlaced) !== true) context.setExitCode(exitCodes.rejected);
}

/** @throws UsageError, because a database cannot be distributed yet */
async function refuse(connectionString: string): Promise<never> {
  const { citusVersion, obstacles, statements } = await examineDistribution(connectionString);
  if (citusVersion === null)
    throw new UsageError(
      'This database is on one server: it has no extension Citus, so it cannot be distributed. Nothing was changed.',
    );
  const count = obstacles.length + statements.reduce((sum, { names }) => sum + names.length, 0);
  throw new UsageError(
    `Pimento cannot distribute a database yet: --check lists ${count} things that prevent it. Nothing was changed.`,
  );
}

async function distribute(context: CommandContext, options: DistributeOptions): Promise<void> {
  const { databaseUrl, check: isCheck, status: isStatus, sql: isScript } = options;
  if ([isCheck, isStatus, isScript].filter(Boolean).length > 1)
    throw new UsageError('Give one of --check, --status and --sql.');
  const { environment, dataFolder } = context;
  const given = databaseUrl ?? (environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'] || undefined);
  await using database = await openLocalDatabase(given, dataFolder);
  const { connectionString } = database;
  if (isCheck) return await check(context, connectionString);
  if (isStatus) return await showStatus(context, connectionString);
  if (!isScript) return await refuse(connectionString);
  await printScript(context, connectionString);
}

const help = `
--check shows for each table whether it would be in shards, copied to every node, or kept on the coordinator, in the order in
which tables would be distributed, and what in the schema and in the statements of this version prevents it.
--status shows which tables of a Citus cluster are elsewhere than planned.
--sql prints the statements that distribute the tables, for trials on a cluster: no version of Pimento works there completely.
All of them only read the system tables. The embedded database is started for this, so stop its service first.
Exit codes: 0 nothing prevents it, or all tables are where they belong; 1 something is not as planned; 2 failure.

Examples:
  $ pimento db distribute --check --database-url postgresql://pimento@db.example/pimento
  $ pimento db distribute --check --json | jq '.obstacles'
  $ pimento db distribute --sql > distribute.sql
  $ pimento db distribute --status`;

export function addDistributeCommand(database: Command, surroundings: Surroundings): void {
  database
    .command('distribute')
    .description('Show how the database could be spread over several machines with Citus')
    .option('--database-url <address>', 'PostgreSQL 15 or later')
    .option('--check', 'show what would be distributed, and what prevents it')
    .option('--status', 'show where the tables of a cluster are')
    .option('--sql', 'print the statements that distribute the tables')
    .addHelpText('after', help)
    .action((options: DistributeOptions, command: Command) => distribute(contextOf(command, surroundings), options));
}
