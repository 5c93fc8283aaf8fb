import { createKey, type Key, keyKinds, keyScopes, listKeys, revokeKey, rotateKey } from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { collect } from '../input/option-list.ts';

type Kind = Key['kind'];
type Scope = Key['scopes'][number];

interface CreateOptions {
  kind: Kind;
  name: string;
  client?: string;
  adapter?: string;
  scope?: Scope[];
  expires?: string;
  address?: string[];
}

function stateOf(key: Key): string {
  if (key.revoked !== null) return 'revoked';
  return key.expires === null ? 'good' : `until ${key.expires}`;
}
const secretText = (key: Key & { secret: string }) =>
  `Key ${key.keyId} (${key.name})\nSecret, shown only once:\n\n  ${key.secret}\n`;

function addCreate(keys: Command, surroundings: Surroundings): void {
  keys
    .command('create')
    .description('Create a key and show its secret once')
    .requiredOption('--name <name>', 'purpose of the key')
    .addOption(new Option('--kind <kind>', 'kind of the owner').choices(keyKinds).default('client'))
    .option('--client <clientId>', 'client of a client key')
    .option('--adapter <adapterId>', 'adapter of an adapter key')
    .addOption(
      new Option(
        '--scope <scope>',
        `a permission of a client key, repeatable: ${keyScopes.join(', ')} (default: all)`,
      ).argParser(collect),
    )
    .option('--expires <time>', 'when the key ends, such as 2027-01-31T00:00:00Z (default: never)')
    .addOption(
      new Option(
        '--address <range>',
        'IP address or range from which the key works, repeatable (default: all)',
      ).argParser(collect),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ pimento keys create --client acme --name "Web shop" --scope products:read
  $ pimento keys create --client acme --name "ERP" --scope import --address 192.0.2.0/24 --expires 2027-01-31T00:00:00Z
  $ pimento keys create --kind operator --name "Deployment"`,
    )
    .action(async (options: CreateOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { kind, name, client: clientId, adapter: adapterId, scope: scopes, expires, address: addresses } = options;
      const body = { kind, name, clientId, adapterId, scopes, expires, addresses };
      const key = await client.call(createKey, { body });
      context.print(key, secretText(key));
    });
}

function addList(keys: Command, surroundings: Surroundings): void {
  keys
    .command('list')
    .description('List keys, newest first; secrets are never shown')
    .option('--client <clientId>', 'only of this client')
    .option('--adapter <adapterId>', 'only of this adapter')
    .action(async (options: { client?: string; adapter?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(listKeys, { query: { clientId: options.client, adapterId: options.adapter } });
      const rows = answer.keys.map((key) => [
        key.keyId,
        key.kind,
        key.clientId ?? key.adapterId,
        key.name,
        stateOf(key),
        key.lastUsed === null ? 'never used' : `${key.lastUsed} from ${key.lastAddress ?? 'unknown'}`,
        key.scopes.join(','),
        key.addresses.join(','),
        key.createdBy?.name ?? key.createdBy?.actor ?? 'Pimento',
      ]);
      context.print(
        answer,
        tableOr(
          'There are no keys.',
          ['key', 'kind', 'of', 'name', 'state', 'last used', 'scopes', 'addresses', 'created by'],
          rows,
        ),
      );
    });
}

function addRevoke(keys: Command, surroundings: Surroundings): void {
  keys
    .command('revoke')
    .description('Revoke a key, immediately and permanently')
    .argument('<keyId>')
    .action(async (keyId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const key = await client.call(revokeKey, { params: { keyId } });
      context.print(key, `Key ${key.keyId} (${key.name}) was revoked.`);
    });
}

function addRotate(keys: Command, surroundings: Surroundings): void {
  keys
    .command('rotate')
    .description('Create a new key with the same rights; the old key remains valid for a grace period')
    .argument('<keyId>')
    .option('--grace <seconds>', 'seconds for which the old key remains valid', '86400')
    .addHelpText('after', '\nExample:\n  $ pimento keys rotate key_01a2… --grace 3600')
    .action(async (keyId: string, options: { grace: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const key = await client.call(rotateKey, { params: { keyId }, body: { graceSeconds: Number(options.grace) } });
      context.print(key, `${secretText(key)}\n${keyId} remains valid for ${options.grace} seconds.`);
    });
}

export function addKeyCommands(program: Command, surroundings: Surroundings): void {
  const keys = program.command('keys').description('Keys of clients, adapters and operators; for operators');
  for (const add of [addCreate, addList, addRevoke, addRotate]) add(keys, surroundings);
}
