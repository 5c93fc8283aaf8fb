import { createClient, listClients } from '@pimento/contract';
import type { Command } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';

export function addClientCommands(program: Command, surroundings: Surroundings): void {
  const clients = program.command('clients').description('Clients (tenants) of this installation; for operators');
  clients
    .command('create')
    .description('Create a client')
    .argument('<clientId>', 'lower-case letters, digits, ".", "_" and "-"')
    .option('--name <name>', 'display name (default: the id)')
    .addHelpText('after', '\nExample:\n  $ pimento clients create acme --name "Acme Ltd."')
    .action(async (clientId: string, options: { name?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const made = await client.call(createClient, { body: { clientId, name: options.name ?? clientId } });
      context.print(
        made,
        `Client ${made.clientId} was created; create a key with: pimento keys create --client ${made.clientId} --name <name>`,
      );
    });
  clients
    .command('list')
    .description('List all clients')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(listClients);
      const rows = answer.clients.map((one) => [one.clientId, one.name, one.created]);
      context.print(answer, tableOr('There are no clients.', ['client', 'name', 'created'], rows));
    });
}
