import { join } from 'node:path';
import type { Command } from 'commander';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadBackups } from '../local-server.ts';
import {
  addArchiveOption,
  addPassphraseOption,
  archiveOf,
  type BackupOptions,
  filesAddressOf,
  parseTime,
  readPassphrase,
  reporterOf,
} from './backup-input.ts';
import { describeCheck } from './copy-check-text.ts';

type RestoreOptions = BackupOptions & { into: string; withoutDamagedFiles?: boolean };

async function restoreBackup(context: CommandContext, place: string, options: RestoreOptions): Promise<void> {
  const { restoreBackup: restore, isComplete } = await loadBackups();
  const request = {
    place,
    passphrase: await readPassphrase(options),
    backupId: options.backup,
    dataFolder: options.into,
    filesAddress: filesAddressOf(context),
    secretKeyFile: options.secretKey,
    withoutDamagedFiles: options.withoutDamagedFiles ?? false,
    until: options.until,
    archive: archiveOf(context, options),
  };
  const { manifest, check, hasSecretKey, continuedTo } = await restore(request, reporterOf(context));
  const isGood = isComplete(check);
  const { backupId, secretKeyId } = manifest;
  const lines = [
    `Backup ${backupId} is restored into ${options.into}. ${check.differences.length + check.missingFiles.count === 0 ? 'It has ' : ''}${describeCheck(check)}`,
    ...(continuedTo ? [`The archived log was applied up to ${continuedTo.toISOString()}.`] : []),
    ...(hasSecretKey || secretKeyId === null
      ? []
      : [
          `Its secrets are sealed with the key ${secretKeyId}, which is not in a backup: copy secret.key to ${join(options.into, 'secret.key')} (mode 0600), or set PIMENTO_SECRET_KEY, before you start it.`,
        ]),
  ];
  context.print({ backupId, isGood, check, continuedTo, secretKeyId, hasSecretKey }, lines.join('\n'));
  if (!isGood) context.setExitCode(exitCodes.rejected);
}

export function addRestoreCommand(program: Command, surroundings: Surroundings): void {
  addArchiveOption(
    addPassphraseOption(
      program
        .command('restore')
        .description('Restore a backup into an empty data folder')
        .argument('<place>', 'folder or bucket of the backups'),
    ),
  )
    .requiredOption('--into <folder>', 'data folder for the restored service; new or empty')
    .option('--backup <id>', 'the backup; by default the newest complete one')
    .option('--until <time>', 'also apply the archived log up to a time with its zone, or "latest"', parseTime)
    .option('--secret-key <file>', 'the file secret.key of the service, which is checked and copied')
    .option('--without-damaged-files', 'leave out files of assets that the place has lost, and list them')
    .addHelpText(
      'after',
      `
Files go to the folder "assets" of the data folder, or to PIMENTO_ASSETS_URL. Afterwards the database is started once and
compared with the backup. An interrupted restore leaves a mark with which no service starts: run the same command again.
With files that the place has lost, the exit code is 1, and the list names each with its assets.

Examples:
  $ pimento restore /backup/pimento --into /var/lib/pimento --secret-key /safe/secret.key
  $ pimento restore /backup/pimento --into /var/lib/pimento --archive /backup/pimento-log --until 2026-11-30T09:30:00Z
  $ pimento start --data /var/lib/pimento`,
    )
    .action((place: string, options: RestoreOptions, command: Command) =>
      restoreBackup(contextOf(command, surroundings), place, options),
    );
}
