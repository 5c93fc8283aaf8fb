import { createClient, getClientUsage, listClients, putQuotas, type Quotas } from '@pimento/contract/wire';
import { type Command, InvalidArgumentError } from 'commander';
import { addClientEndingCommands } from './client-ending-commands.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';

/** Parses a limit. Returns "none" instead of null, because the option parser converts null to an empty string. */
function limitOf(text: string): number | 'none' {
  if (text === 'none') return text;
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 0) throw new InvalidArgumentError('A whole number or "none" is needed.');
  return limit;
}

const limitText = (limit: number | null) => (limit === null ? 'none' : String(limit));

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
  addQuotaCommand(clients, surroundings);
  addClientEndingCommands(clients, surroundings);
  clients
    .command('list')
    .description('List all clients')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(listClients);
      const rows = answer.clients.map((one) => [
        one.clientId,
        one.name,
        one.created,
        one.endingSince === null ? '' : 'being deleted',
      ]);
      context.print(answer, tableOr('There are no clients.', ['client', 'name', 'created', 'state'], rows));
    });
}

function addQuotaCommand(clients: Command, surroundings: Surroundings): void {
  clients
    .command('quotas')
    .description('Show how much a client stores and may store; with options, change the quotas')
    .argument('<clientId>')
    .option('--products <number>', 'products, or "none" for no limit', limitOf)
    .option('--file-bytes <number>', 'bytes of files', limitOf)
    .option('--body-bytes <number>', 'bytes of stored bodies of imports', limitOf)
    .option('--keys <number>', 'valid keys', limitOf)
    .option('--events <number>', 'events that no adapter has acknowledged', limitOf)
    .addHelpText('after', '\nExample:\n  $ pimento clients quotas acme --products 1000000 --keys 20')
    .action(async (clientId: string, options: Partial<Record<keyof Quotas, number | 'none'>>, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const known = await client.call(getClientUsage, { params: { clientId } });
      const changes = Object.entries(options).map(([name, limit]) => [name, limit === 'none' ? null : limit] as const);
      const isChange = changes.length > 0;
      const usage = isChange
        ? await client.call(putQuotas, {
            params: { clientId },
            body: { ...known.quotas, ...Object.fromEntries(changes) },
          })
        : known;
      const names = ['products', 'fileBytes', 'bodyBytes', 'keys', 'events'] as const;
      const rows = names.map((name) => [name, String(usage.used[name]), limitText(usage.quotas[name])]);
      context.print(usage, tableOr('', ['quota', 'used', 'limit'], rows));
    });
}
