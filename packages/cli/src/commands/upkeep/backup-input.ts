import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../input/usage-error.ts';
import type { CommandContext } from '../command-context.ts';

export interface BackupOptions {
  passphraseFile?: string;
  online?: boolean;
  keep?: number;
  backup?: string;
  scratch?: string;
  into?: string;
  secretKey?: string;
  until?: Date | 'latest';
  archive?: string;
}

/** Returns the options of a command together with those of its parent commands. */
export const optionsOf = (command: Command): BackupOptions => command.optsWithGlobals();

/**
 * Reads the passphrase from its file, without line breaks at the end. Returns undefined if no file is given.
 * @throws UsageError if the passphrase is empty
 */
export async function readPassphrase({ passphraseFile: path }: BackupOptions): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = (await readFile(path, 'utf8')).replace(/[\r\n]+$/, '');
  if (text === '') throw new UsageError(`The file ${path} is empty; it must contain the passphrase.`);
  return text;
}

/** Returns the configured address of the file store, or undefined if files are in the data folder. */
export const filesAddressOf = ({ environment }: CommandContext): string | undefined =>
  environment['PIMENTO_ASSETS_URL'] || undefined;

/** Refuses an installation with an external database, which must be backed up with the tools of PostgreSQL. @throws UsageError */
export function requireEmbedded({ environment }: CommandContext): void {
  if (!(environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'])) return;
  throw new UsageError(
    'PIMENTO_DATABASE_URL names a database of your own: back it up with pg_dump or pg_basebackup, as docs/guides/backup.md shows.',
  );
}

/** Returns a function that reports the steps of the work on stderr, unless `--json` is given. */
export const reporterOf =
  ({ isJson }: CommandContext) =>
  (line: string): void => {
    if (!isJson) process.stderr.write(`${line}\n`);
  };

export function addPassphraseOption(command: Command): Command {
  return command.option('--passphrase-file <file>', 'file with the passphrase of encrypted backups');
}

/** Returns the folder with the archived log of the database, or undefined if none is configured. */
export const archiveOf = ({ environment }: CommandContext, { archive }: BackupOptions): string | undefined =>
  archive ?? (environment['PIMENTO_DATABASE_ARCHIVE'] || undefined);

/** @param use what the command does with the folder, as the end of a sentence */
export function addArchiveOption(command: Command, use = ''): Command {
  return command.option('--archive <folder>', `folder with the archived log${use} (default: PIMENTO_DATABASE_ARCHIVE)`);
}

export function parseTime(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const time = new Date(text);
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-30T09:30:00Z, or latest.');
}

/** @throws InvalidArgumentError unless the text is a whole number from 1 to 99,999 */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(text);
}
