import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { bytesText } from '../../output/progress-bar.ts';
import { type CommandContext, contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadBackups } from '../local-server.ts';
import {
  addArchiveOption,
  addPassphraseOption,
  archiveOf,
  type BackupOptions,
  filesAddressOf,
  optionsOf,
  parseCount,
  readPassphrase,
  reporterOf,
  requireEmbedded,
} from './backup-input.ts';
import { describeCheck } from './copy-check-text.ts';

async function makeBackup(context: CommandContext, place: string, options: BackupOptions): Promise<void> {
  requireEmbedded(context);
  const { makeBackup: make } = await loadBackups();
  const made = await make(
    {
      place,
      passphrase: await readPassphrase(options),
      dataFolder: context.dataFolder,
      filesAddress: filesAddressOf(context),
      isOnline: options.online ?? false,
      keep: options.keep,
    },
    reporterOf(context),
  );
  const { manifest, addedFiles, damagedFiles, isEncrypted, removed } = made;
  const packed = manifest.database.parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const seconds = (manifest.finishedAt.getTime() - manifest.startedAt.getTime()) / 1000;
  const lines = [
    `Backup ${manifest.backupId} is complete, after ${seconds.toFixed(1)} s${isEncrypted ? ', encrypted' : ''}.`,
    `Database: ${bytesText(manifest.database.bytes)}, packed ${bytesText(packed)}. Files: ${manifest.files.count} (${bytesText(manifest.files.bytes)}), of which ${addedFiles.count} (${bytesText(addedFiles.bytes)}) are new.`,
    ...(damagedFiles.length > 0
      ? [
          `Not in it, because their content in the service is damaged: ${damagedFiles.join(', ')}. Upload these files again.`,
        ]
      : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    ...(manifest.secretKeyId === null
      ? []
      : [
          `The secret key ${manifest.secretKeyId} is not in it: keep secret.key in another place, or passwords will be lost.`,
        ]),
  ];
  context.print({ ...manifest, isEncrypted, addedFiles, damagedFiles, removed }, lines.join('\n'));
  if (damagedFiles.length > 0) context.setExitCode(exitCodes.rejected);
}

async function verifyBackup(context: CommandContext, place: string, options: BackupOptions): Promise<void> {
  const { verifyBackup: verify, isComplete } = await loadBackups();
  const passphrase = await readPassphrase(options);
  const request = {
    place,
    passphrase,
    backupId: options.backup,
    scratch: options.scratch ?? tmpdir(),
    archive: archiveOf(context, options),
  };
  const { manifest, check, files, removedSegments } = await verify(request, reporterOf(context));
  const isGood = isComplete(check);
  const { backupId } = manifest;
  const text = `${isGood ? `Backup ${backupId} can be restored: ` : ''}${describeCheck(check)}\n${files.count} files (${bytesText(files.bytes)}) have the right checksums.`;
  const removed =
    removedSegments === 0
      ? ''
      : `\nRemoved from the archived log: ${removedSegments} segments that no backup in ${place} needs.`;
  context.print({ backupId, isGood, check, files, removedSegments }, text + removed);
  if (check.damagedFiles.count > 0) context.setExitCode(exitCodes.failed);
  else if (!isGood) context.setExitCode(exitCodes.rejected);
}

async function listBackups(context: CommandContext, place: string, options: BackupOptions): Promise<void> {
  const { listBackups: list } = await loadBackups();
  const backups = await list({ place, passphrase: await readPassphrase(options) });
  const rows = backups.map(({ backupId, manifest, isDamaged }) =>
    manifest
      ? [
          backupId,
          manifest.version,
          bytesText(manifest.database.bytes),
          manifest.files.count,
          bytesText(manifest.files.bytes),
        ]
      : [backupId, isDamaged ? 'damaged, or made by a newer Pimento' : 'interrupted', '', '', ''],
  );
  context.print(
    { backups },
    tableOr('There are no backups.', ['backup', 'version', 'database', 'files', 'size'], rows),
  );
}

const backupHelp = `
Copies the embedded database and the files of assets to a folder, or to s3://bucket/prefix?region=…&endpoint=… with the
credentials of the AWS tools. Only files that no former backup in that place has are copied again. Without --online the
service must be stopped; with it, the service keeps running, and the backup has everything that was stored before the
copy of the database was complete. secret.key and the keys on this machine are not copied: keep them in another place.

Examples:
  $ pimento backup /backup/pimento --online --keep 14
  $ pimento backup /backup/pimento --passphrase-file /etc/pimento/backup-passphrase
  $ pimento backup verify /backup/pimento
  $ pimento restore /backup/pimento --into /var/lib/pimento`;

const verifyHelp = `
Reads all files of the backup with their checksums, and compares the rows of all tables with the backup. If it can be
restored, parts of the archived log are removed that no backup in this place needs to restore a later moment. Backups of
the same database in other places do not count; "pimento backup --keep" removes old backups.`;

export function addBackupCommands(program: Command, surroundings: Surroundings): void {
  const backup = addPassphraseOption(
    program
      .command('backup')
      .description('Back up the database and the files; verify and list backups')
      .argument('<place>', 'folder or bucket of the backups'),
  )
    .option('--online', 'the service keeps running')
    .option('--keep <number>', 'remove all but the newest complete backups of this database', parseCount)
    .addHelpText('after', backupHelp)
    .action((place: string, _options: unknown, command: Command) =>
      makeBackup(contextOf(command, surroundings), place, optionsOf(command)),
    );
  addArchiveOption(
    addPassphraseOption(
      backup
        .command('verify')
        .description('Prove that a backup can be restored: restore its database into a scratch folder and compare')
        .argument('<place>', 'folder or bucket of the backups'),
    ),
    '; parts that no backup in the place needs are removed from it',
  )
    .option('--backup <id>', 'the backup; by default the newest complete one')
    .option('--scratch <folder>', 'folder with room for the database (default: the temporary folder)')
    .addHelpText('after', verifyHelp)
    .action((place: string, _options: unknown, command: Command) =>
      verifyBackup(contextOf(command, surroundings), place, optionsOf(command)),
    );
  addPassphraseOption(
    backup
      .command('list')
      .description('List the backups in a folder or bucket')
      .argument('<place>', 'folder or bucket of the backups'),
  ).action((place: string, _options: unknown, command: Command) =>
    listBackups(contextOf(command, surroundings), place, optionsOf(command)),
  );
}
