import type { Command } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { bytesText } from '../../output/progress-bar.ts';
import { formatTable } from '../../output/table.ts';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { type DistributionPlan, examineDistribution, openLocalDatabase } from '../local-server.ts';

interface DistributeOptions {
  databaseUrl?: string;
  check?: boolean;
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

async function check(context: CommandContext, { databaseUrl, check: isCheck }: DistributeOptions): Promise<void> {
  if (isCheck !== true)
    throw new UsageError('Pimento cannot distribute a database yet. With --check it shows what prevents it.');
  const { environment, dataFolder } = context;
  const given = databaseUrl ?? (environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'] || undefined);
  await using database = await openLocalDatabase(given, dataFolder);
  const plan = await examineDistribution(database.connectionString);
  const isReady = plan.citusVersion !== null && plan.obstacles.length === 0 && plan.statements.length === 0;
  context.print({ ...plan, isReady }, formatPlan(plan));
  if (!isReady) context.setExitCode(exitCodes.rejected);
}

const help = `
Shows for each table whether it would be in shards, copied to every node, or kept on the coordinator, in the order in which
tables would be distributed, and what in the schema and in the statements of this version prevents it. Only reads the
system tables. The embedded database is started for this, so stop its service first.
Exit codes: 0 nothing prevents it, 1 something does, 2 failure.

Examples:
  $ pimento db distribute --check --database-url postgresql://pimento@db.example/pimento
  $ pimento db distribute --check --json | jq '.obstacles'`;

export function addDistributeCommand(database: Command, surroundings: Surroundings): void {
  database
    .command('distribute')
    .description('Show how the database could be spread over several machines with Citus')
    .option('--database-url <address>', 'PostgreSQL 15 or later')
    .option('--check', 'show what would be distributed, and what prevents it')
    .addHelpText('after', help)
    .action((options: DistributeOptions, command: Command) => check(contextOf(command, surroundings), options));
}
