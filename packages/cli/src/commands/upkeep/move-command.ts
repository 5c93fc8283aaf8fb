import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import { bytesText } from '../../output/progress-bar.ts';
import { formatTable } from '../../output/table.ts';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadMove } from '../local-server.ts';
import { reporterOf } from './backup-input.ts';

interface MoveOptions {
  databaseUrl?: string;
  check?: boolean;
}

function requestOf({ environment, dataFolder }: CommandContext, { databaseUrl }: MoveOptions) {
  const target = databaseUrl ?? (environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'] || undefined);
  if (target !== undefined) return { dataFolder, target };
  throw new UsageError('Name the new database with PIMENTO_DATABASE_URL or --database-url.');
}

async function move(context: CommandContext, options: MoveOptions): Promise<void> {
  const request = requestOf(context, options);
  const { moveDatabase } = await loadMove();
  const startedAt = performance.now();
  const moved = await moveDatabase(request, reporterOf(context));
  const seconds = (performance.now() - startedAt) / 1000;
  const { tables, rows, bytes, address, mark } = moved;
  const lines = [
    `The database has moved to ${address}: ${rows} rows in ${tables} tables (${bytesText(bytes)}) in ${seconds.toFixed(1)} s. All are the same there.`,
    `Set PIMENTO_DATABASE_URL to its address, with its password, and start the service. It still needs ${resolve(context.dataFolder)}, for secret.key and files.`,
    `The former database is unchanged, but it does not start anymore, so that nothing is stored in it by mistake. To go back to it, remove ${mark}.`,
  ];
  context.print({ ...moved, seconds }, lines.join('\n'));
}

async function check(context: CommandContext, options: MoveOptions): Promise<void> {
  const request = requestOf(context, options);
  const { compareDatabases } = await loadMove();
  const { tables, rows, differences } = await compareDatabases(request, reporterOf(context));
  const isSame = differences.length === 0;
  const table = formatTable(
    ['table', 'rows here', 'rows there'],
    differences.map(({ name, source, target }) => [name, source?.rows ?? 'missing', target?.rows ?? 'missing']),
  );
  const text = isSame
    ? `All ${rows} rows in ${tables} tables are the same.`
    : `${differences.length} of ${tables} tables and sequences differ in their number of rows or in their contents:\n${table}`;
  context.print({ isSame, tables, rows, differences }, text);
  if (!isSame) context.setExitCode(exitCodes.rejected);
}

const help = `
Copies everything in the embedded database of the data folder into an empty PostgreSQL 15 or later, and compares every row.
Stop the service first; the former database is only read. The copy is one transaction: if the command is killed, the new
database is empty or complete, and the command can be run again. secret.key and the files of assets stay where they are.
Prefer PIMENTO_DATABASE_URL: all users of this machine can see a password on the command line.

Examples:
  $ PIMENTO_DATABASE_URL=postgresql://pimento:…@db.example/pimento pimento db move --data /var/lib/pimento
  $ pimento db move --database-url postgresql://pimento@db.example/pimento --check`;

export function addMoveCommand(database: Command, surroundings: Surroundings): void {
  database
    .command('move')
    .description('Move the embedded database to an external one')
    .option('--database-url <address>', 'the new database: PostgreSQL 15 or later, empty')
    .option('--check', 'only compare the embedded database with an earlier copy')
    .addHelpText('after', help)
    .action((options: MoveOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      return options.check ? check(context, options) : move(context, options);
    });
}
