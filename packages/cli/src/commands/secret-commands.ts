import type { Command } from 'commander';
import { contextOf, type Surroundings } from './command-context.ts';
import { openLocalDatabase, rotateSecrets } from './local-server.ts';
import { counted } from '../output/counted.ts';

export function addSecretCommands(program: Command, surroundings: Surroundings): void {
  const secrets = program
    .command('secrets')
    .description('The key that seals the secrets in the database')
    .addHelpText(
      'after',
      `
Stop every service that uses the database first. With the embedded database, or if the key is in the file secret.key,
rotate makes a new key and keeps the former one in the file. With PIMENTO_SECRET_KEY, put the new key before the present
one, separated by a comma. If the command is interrupted, run it again.

Example:
  $ pimento secrets rotate`,
    );
  secrets
    .command('rotate')
    .description('Seal all secrets with a new key')
    .option('--database-url <address>', 'PostgreSQL 15 or later')
    .action(async (options: { databaseUrl?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const { environment, dataFolder } = context;
      const url =
        options.databaseUrl ?? (environment['PIMENTO_DATABASE_URL'] || environment['DATABASE_URL'] || undefined);
      await using database = await openLocalDatabase(url, dataFolder);
      const keys = environment['PIMENTO_SECRET_KEY'] || undefined;
      const rotation = await rotateSecrets({ connectionString: database.connectionString, folder: dataFolder, keys });
      context.print(
        rotation,
        `Secrets of ${counted(rotation.rows, 'row')} are sealed with the new key ${rotation.keyId}.`,
      );
    });
}
