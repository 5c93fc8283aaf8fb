import type { Command } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from './command-context.ts';
import { listMigrationStates, migrate, openLocalDatabase } from './local-server.ts';
import { formatTable } from '../output/table.ts';
import { addDistributeCommand } from './upkeep/distribute-command.ts';
import { addMoveCommand } from './upkeep/move-command.ts';

function open(context: CommandContext, options: { databaseUrl?: string }) {
  const { environment, dataFolder } = context;
  const url = options.databaseUrl ?? (environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'] || undefined);
  return openLocalDatabase(url, dataFolder);
}

async function migrateDatabase(context: CommandContext, options: { databaseUrl?: string }): Promise<void> {
  await using database = await open(context, options);
  const applied = await migrate(database.connectionString);
  const text =
    applied.length === 0 ? 'The database is up to date.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`;
  context.print({ applied }, text);
}

async function showStatus(context: CommandContext, options: { databaseUrl?: string }): Promise<void> {
  await using database = await open(context, options);
  const states = await listMigrationStates(database.connectionString);
  const missing = states.filter((state) => state.appliedAt === null).length;
  const table = formatTable(
    ['migration', 'applied'],
    states.map(({ name, appliedAt }) => [name, appliedAt?.toISOString() ?? 'missing']),
  );
  const sentence = missing === 0 ? 'The database is up to date.' : `${missing} missing: run "pimento db migrate".`;
  context.print({ migrations: states, missing }, `${table}\n\n${sentence}`);
}

export function addDatabaseCommands(program: Command, surroundings: Surroundings): void {
  const database = program
    .command('db')
    .description('The database of the service')
    .addHelpText(
      'after',
      `
The service migrates its database at every start; use these commands to migrate it beforehand.
Without --database-url, PIMENTO_DATABASE_URL or DATABASE_URL they open the embedded database of the data folder;
stop the service first.

Examples:
  $ pimento db status
  $ pimento db migrate --database-url postgres://pimento@db.example/pimento
  $ pimento db move --help
  $ pimento db distribute --check`,
    );
  const url = ['--database-url <address>', 'PostgreSQL 15 or later'] as const;
  database
    .command('migrate')
    .description('Bring the database up to date')
    .option(...url)
    .action((options: { databaseUrl?: string }, command: Command) =>
      migrateDatabase(contextOf(command, surroundings), options),
    );
  database
    .command('status')
    .description('Show which migrations are applied')
    .option(...url)
    .action((options: { databaseUrl?: string }, command: Command) =>
      showStatus(contextOf(command, surroundings), options),
    );
  addMoveCommand(database, surroundings);
  addDistributeCommand(database, surroundings);
}
