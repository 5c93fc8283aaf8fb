import type { Command } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { examineInstallation } from '../local-server.ts';
import { filesAddressOf } from './backup-input.ts';

const marks = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

async function runDoctor(context: CommandContext, options: { databaseUrl?: string }): Promise<void> {
  const { environment, dataFolder } = context;
  const databaseUrl =
    options.databaseUrl ?? (environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'] || undefined);
  const findings = await examineInstallation({
    databaseUrl,
    dataFolder,
    filesAddress: filesAddressOf(context),
    secretKeys: environment['PIMENTO_SECRET_KEY'] || undefined,
  });
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, level, text, fix }) => [
    `${marks[level]}  ${check.padEnd(width)}  ${text}`,
    ...(fix === undefined ? [] : [`${' '.repeat(width + 11)}${fix}`]),
  ]);
  const count = findings.filter(({ level }) => level !== 'ok').length;
  const sentence = count === 0 ? 'Nothing needs to be fixed.' : `To be fixed: ${count} of ${findings.length} findings.`;
  context.print({ findings, isGood: count === 0 }, `${lines.join('\n')}\n\n${sentence}`);
  if (count > 0) context.setExitCode(exitCodes.rejected);
}

export function addDoctorCommand(program: Command, surroundings: Surroundings): void {
  program
    .command('doctor')
    .description(
      'Examine the service on this machine: disk, database, files, backlogs; explains how to fix what it finds',
    )
    .option('--database-url <address>', 'PostgreSQL 15 or later')
    .addHelpText(
      'after',
      `
The service may be running or stopped; nothing is changed. Reads PIMENTO_DATABASE_URL and PIMENTO_ASSETS_URL as the service
does. Exit codes: 0 nothing needs to be fixed, 1 something does, 2 failure.

Examples:
  $ pimento doctor --data /var/lib/pimento
  $ pimento doctor --json | jq '.findings[] | select(.level != "ok")'`,
    )
    .action((options: { databaseUrl?: string }, command: Command) =>
      runDoctor(contextOf(command, surroundings), options),
    );
}
