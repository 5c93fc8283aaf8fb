import type { Client } from '@pimento/client';
import {
  changeIdentityProvider,
  deleteIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from '@pimento/contract/wire';
import type { Command } from 'commander';
import { isConfirmed } from '../input/question.ts';
import { UsageError } from '../input/usage-error.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';

/** @throws UsageError if there is no such provider */
async function findProvider(client: Client, providerId: string): Promise<IdentityProvider> {
  const { providers } = await client.call(listIdentityProviders);
  const found = providers.find((provider) => provider.providerId === providerId);
  if (!found) throw new UsageError(`There is no identity provider ${providerId}.`);
  return found;
}

function addList(providers: Command, surroundings: Surroundings): void {
  providers
    .command('list')
    .description('List the identity providers')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(listIdentityProviders);
      const rows = answer.providers.map((one) => [
        one.providerId,
        one.name,
        one.issuer,
        one.domains.join(', '),
        [...(one.required ? ['required'] : []), ...(one.listed ? ['listed'] : [])].join(', '),
      ]);
      const headings = ['id', 'name', 'issuer', 'domains', 'state'];
      context.print(answer, tableOr('There are no identity providers.', headings, rows));
    });
}

function addTest(providers: Command, surroundings: Surroundings): void {
  providers
    .command('test')
    .description('Test whether an identity provider can be reached and names itself as configured')
    .argument('<providerId>')
    .action(async (providerId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(testIdentityProvider, { params: { providerId } });
      context.print(answer, `${answer.issuer} can be used. Sign in once to check the client id and secret.`);
    });
}

function addAllowPasswords(providers: Command, surroundings: Surroundings): void {
  providers
    .command('allow-passwords')
    .description('Let people from the domains of an identity provider sign in with passwords and passkeys again')
    .argument('<providerId>')
    .action(async (providerId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { providerId: _id, redirectUri: _uri, created: _at, ...settings } = await findProvider(client, providerId);
      const body = { ...settings, required: false };
      const changed = await client.call(changeIdentityProvider, { params: { providerId }, body });
      context.print(changed, `${changed.domains.join(', ')}: passwords and passkeys are accepted again.`);
    });
}

function addDelete(providers: Command, surroundings: Surroundings): void {
  providers
    .command('delete')
    .description('Delete an identity provider and end the sessions that were started with it')
    .argument('<providerId>')
    .option('--yes', 'do not ask for confirmation')
    .action(async (providerId: string, { yes = false }: { yes?: boolean }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { name } = await findProvider(client, providerId);
      if (!yes && !(await isConfirmed(`Delete ${name}?`, '--yes'))) return;
      await client.call(deleteIdentityProvider, { params: { providerId } });
      context.print({ providerId, deleted: true }, `${name} was deleted.`);
    });
}

export function addProviderCommands(program: Command, surroundings: Surroundings): void {
  const providers = program
    .command('identity-providers')
    .description('Identity providers for single sign-on; for operators');
  for (const add of [addList, addTest, addAllowPasswords, addDelete]) add(providers, surroundings);
}
