import type { Command } from 'commander';
import { startService } from './local-server.ts';

interface StartOptions {
  port?: string;
  host?: string;
  data?: string;
  role?: string;
}

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('Start the service and run it until it is stopped')
    .option('--port <number>', 'port to listen on; 0 for any free port (default 8480)')
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all addresses (default 127.0.0.1)')
    .option('--role <role>', 'api, worker or all: answer requests, do the background work, or both (default all)')
    .addHelpText(
      'after',
      `
The first start creates the database, an operator, a client "demo" with a key, and an example: a catalogue
and a market whose adapter writes a feed file.
All data is stored in the data folder. All settings can also be set in the environment (PIMENTO_PORT, …).

Examples:
  $ pimento start
  $ pimento start --port 9000 --data /var/lib/pimento
  $ PIMENTO_DATABASE_URL=postgres://… pimento start --host 0.0.0.0
  $ pimento start --role worker --port 8481`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { port, host, data, role }: StartOptions = command.optsWithGlobals();
      await startService({ port, host, data, role });
    });
}
