import { createAdapter, deleteAdapter, listAdapters, updateAdapter } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';

function addCreate(adapters: Command, surroundings: Surroundings): void {
  adapters
    .command('create')
    .description('Create an adapter with its own event stream')
    .argument('<adapterId>', 'lower-case letters, digits, ".", "_" and "-"')
    .option('--name <name>', 'display name (default: the id)')
    .addHelpText('after', '\nExample:\n  $ pimento adapters create my-adapter --name "My adapter"')
    .action(async (adapterId: string, options: { name?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const made = await client.call(createAdapter, { body: { adapterId, name: options.name ?? adapterId } });
      context.print(
        made,
        `Adapter ${adapterId} was created; create its key with: pimento keys create --kind adapter --adapter ${adapterId} --name <name>`,
      );
    });
}

function addList(adapters: Command, surroundings: Surroundings): void {
  adapters
    .command('list')
    .description('List all adapters with their channels')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(listAdapters);
      const rows = answer.adapters.map((one) => [one.adapterId, one.name, one.created, one.channelIds.join(', ')]);
      context.print(answer, tableOr('There are no adapters.', ['adapter', 'name', 'created', 'channels'], rows));
    });
}

function addRename(adapters: Command, surroundings: Surroundings): void {
  adapters
    .command('rename')
    .description('Rename an adapter; its id does not change')
    .argument('<adapterId>')
    .argument('<name>')
    .action(async (adapterId: string, name: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const changed = await client.call(updateAdapter, { params: { adapterId }, body: { name } });
      context.print(changed, `Adapter ${adapterId} was renamed to ${changed.name}.`);
    });
}

function addDelete(adapters: Command, surroundings: Surroundings): void {
  adapters
    .command('delete')
    .description('Delete an adapter without channels and revoke its keys')
    .argument('<adapterId>')
    .action(async (adapterId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      await client.call(deleteAdapter, { params: { adapterId } });
      context.print({ adapterId, deleted: true }, `Adapter ${adapterId} was deleted.`);
    });
}

/** Adds `pimento adapters`, which manages the adapters of an installation. The similar `pimento adapter` is for adapter developers. */
export function addGatewayCommands(program: Command, surroundings: Surroundings): void {
  const adapters = program.command('adapters').description('Adapters of this installation; for operators');
  for (const add of [addCreate, addList, addRename, addDelete]) add(adapters, surroundings);
}
