import type { Client } from '@pimento/client';
import {
  changePerson,
  createOperator,
  createPasswordLink,
  deletePerson,
  endPersonSessions,
  inviteToClient,
  listPeople,
  type Person,
  type Role,
  roles,
} from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { countOption } from '../input/count-option.ts';
import { firstMembers, pageSize } from '../input/first-members.ts';
import { isConfirmed } from '../input/question.ts';
import { UsageError } from '../input/usage-error.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';

/** The service returns at most this many people on a page. */
const maxPage = 100;

function linkText({ link, expires }: { link: string | null; expires: string }): string {
  return link === null
    ? `A link was sent by e-mail. It is valid until ${expires}.`
    : `Send this link to the person over a secure channel. It works once, until ${expires}:\n\n  ${link}\n`;
}

/**
 * Returns the person with the given e-mail address.
 * @throws UsageError if there is none
 */
async function findPerson(client: Client, email: string): Promise<Person> {
  const wanted = email.toLowerCase();
  for await (const person of client.listAll(listPeople, { query: { text: wanted, limit: maxPage } }))
    if (person.email === wanted) return person;
  throw new UsageError(`There is no person with the e-mail address ${email}.`);
}

function stateOf({ isOperator, disabled }: Person): string {
  return [...(isOperator ? ['operator'] : []), ...(disabled ? ['disabled'] : [])].join(', ');
}

function addList(people: Command, surroundings: Surroundings): void {
  people
    .command('list')
    .description('List people, ordered by e-mail address')
    .option('--text <text>', 'only people whose e-mail address or name contains this text')
    .addOption(countOption('people', 50))
    .action(async (options: { text?: string; limit: number }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const query = { text: options.text, limit: pageSize(options.limit, maxPage) };
      const { members, hasMore } = await firstMembers(client.listAll(listPeople, { query }), options.limit);
      const rows = members.map((person) => [
        person.email,
        person.name,
        person.clients.map(({ clientId, role }) => `${clientId}: ${role}`).join(', '),
        stateOf(person),
        person.lastSeen ?? 'never',
      ]);
      const table = tableOr('There are no people.', ['e-mail', 'name', 'clients', 'state', 'last active'], rows);
      context.print({ people: members, hasMore }, hasMore ? `${table}\n… and more: increase --limit` : table);
    });
}

function addInvite(people: Command, surroundings: Surroundings): void {
  people
    .command('invite')
    .description('Invite a person to a client')
    .argument('<email>')
    .requiredOption('--client <clientId>', 'the client')
    .addOption(new Option('--role <role>', 'role in the client').choices(roles).default('editor'))
    .option('--name <name>', 'suggested name of the person')
    .addHelpText('after', '\nExample:\n  $ pimento people invite ada@example.com --client acme --role owner')
    .action(async (email: string, options: { client: string; role: Role; name?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { client: clientId, role, name } = options;
      const made = await client.call(inviteToClient, { body: { clientId, email, role, name } });
      context.print(made, linkText(made));
    });
}

function addOperator(people: Command, surroundings: Surroundings): void {
  people
    .command('create-operator')
    .description('Create an operator, who sets a password with a link')
    .argument('<email>')
    .requiredOption('--name <name>', 'name of the person')
    .action(async (email: string, { name }: { name: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const made = await client.call(createOperator, { body: { email, name } });
      context.print(made, linkText(made));
    });
}

function addPasswordLink(people: Command, surroundings: Surroundings): void {
  people
    .command('password-link')
    .description('Make a link that a person can use to set a new password')
    .argument('<email>')
    .action(async (email: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { personId } = await findPerson(client, email);
      const made = await client.call(createPasswordLink, { params: { personId } });
      context.print(made, linkText(made));
    });
}

const changes = {
  disable: { description: 'Disable a person and end all their sessions', body: { disabled: true } },
  enable: { description: 'Enable a disabled person', body: { disabled: false } },
  promote: { description: 'Make a person an operator', body: { isOperator: true } },
  demote: { description: 'Make an operator an ordinary person', body: { isOperator: false } },
};

function addChanges(people: Command, surroundings: Surroundings): void {
  for (const [name, { description, body }] of Object.entries(changes)) {
    people
      .command(name)
      .description(description)
      .argument('<email>')
      .action(async (email: string, _options: unknown, command: Command) => {
        const context = contextOf(command, surroundings);
        const client = await context.connect('operator');
        const { personId } = await findPerson(client, email);
        const changed = await client.call(changePerson, { params: { personId }, body });
        context.print(changed, `${changed.email} was changed.`);
      });
  }
}

function addSignOut(people: Command, surroundings: Surroundings): void {
  people
    .command('sign-out')
    .description('End all sessions of a person')
    .argument('<email>')
    .action(async (email: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { personId } = await findPerson(client, email);
      await client.call(endPersonSessions, { params: { personId } });
      context.print({ email, signedOut: true }, `All sessions of ${email} were ended.`);
    });
}

function addDelete(people: Command, surroundings: Surroundings): void {
  people
    .command('delete')
    .description('Delete a person with their roles, sessions and password')
    .argument('<email>')
    .option('--yes', 'do not ask for confirmation')
    .action(async (email: string, { yes = false }: { yes?: boolean }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const { personId } = await findPerson(client, email);
      if (!yes && !(await isConfirmed(`Delete ${email}?`, '--yes'))) return;
      await client.call(deletePerson, { params: { personId } });
      context.print({ email, deleted: true }, `${email} was deleted.`);
    });
}

export function addPeopleCommands(program: Command, surroundings: Surroundings): void {
  const people = program.command('people').description('People of this installation; for operators');
  for (const add of [addList, addInvite, addOperator, addPasswordLink, addChanges, addSignOut, addDelete])
    add(people, surroundings);
}
