import { type AccountField, createChannel, deleteChannel, listChannels, updateChannel } from '@pimento/contract/wire';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { readJsonFile } from '../input/json-file.ts';
import { collect } from '../input/option-list.ts';

interface ChannelOptions {
  name?: string;
  logo?: string;
  batchSize?: number;
  fields?: string;
  onlyFor?: string[];
  forEveryone?: boolean;
  withdraw?: boolean;
}

const examples = `
Fields are a JSON array of what an account of the channel needs:
  [{"id": "shopUrl", "name": "Shop URL", "type": "string", "patterns": [{"pattern": "^https://"}]},
   {"id": "apiToken", "name": "API token", "type": "password"}]

Examples:
  $ pimento channels create my-shop --adapter my-adapter --name "My shop" --fields fields.json
  $ pimento channels update my-shop --batch-size 50`;

function readBatchSize(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
  return Number(text);
}

function withOptions(command: Command): Command {
  return command
    .option('--name <name>', 'display name')
    .option('--logo <url>', 'URL of a logo')
    .option('--batch-size <count>', 'preferred number of products per delivery', readBatchSize)
    .option('--fields <file>', 'JSON array of the fields of an account; "-" for stdin')
    .addOption(
      new Option('--only-for <clientId>', 'a client that may see and use the channel, repeatable; others cannot')
        .argParser(collect)
        .conflicts('forEveryone'),
    )
    .option('--for-everyone', 'every client may see and use the channel (default for a new one)')
    .option('--withdraw', 'the adapter can take products off the channel')
    .option('--no-withdraw', 'the adapter cannot')
    .addHelpText('after', examples);
}

/** Returns the request body. Omits options that were not given. */
async function bodyOf({ name, logo: logoUrl, batchSize, fields, onlyFor, forEveryone, withdraw }: ChannelOptions) {
  const accountFields = fields === undefined ? undefined : ((await readJsonFile(fields)) as AccountField[]); // the service validates it
  const capabilities: 'withdraw'[] | undefined = withdraw === undefined ? undefined : withdraw ? ['withdraw'] : [];
  return { name, logoUrl, batchSize, accountFields, clientIds: forEveryone ? null : onlyFor, capabilities };
}

function addCreate(channels: Command, surroundings: Surroundings): void {
  withOptions(channels.command('create').description('Create a channel that an adapter serves'))
    .argument('<channelId>', 'lower-case letters, digits, ".", "_" and "-"')
    .requiredOption('--adapter <adapterId>', 'the adapter that serves the channel; cannot be changed later')
    .action(async (channelId: string, options: ChannelOptions & { adapter: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const body = { ...(await bodyOf(options)), channelId, adapterId: options.adapter };
      const made = await client.call(createChannel, { body: { ...body, name: body.name ?? channelId } });
      context.print(made, `Channel ${made.channelId} was created; clients can connect to it.`);
    });
}

function addUpdate(channels: Command, surroundings: Surroundings): void {
  withOptions(channels.command('update').description('Change a channel; options that are not given keep their values'))
    .argument('<channelId>')
    .action(async (channelId: string, options: ChannelOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const changed = await client.call(updateChannel, { params: { channelId }, body: await bodyOf(options) });
      context.print(changed, `Channel ${channelId} was changed.`);
    });
}

function addList(channels: Command, surroundings: Surroundings): void {
  channels
    .command('list')
    .description('List all channels')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const answer = await client.call(listChannels);
      const rows = answer.channels.map((one) => [
        one.channelId,
        one.adapterId,
        one.name,
        one.batchSize,
        one.connections,
        one.clientIds?.join(', ') ?? 'everyone',
        one.accountFields.map(({ id }) => id).join(', '),
      ]);
      const titles = ['channel', 'adapter', 'name', 'batch', 'connected', 'for', 'fields'];
      context.print(answer, tableOr('There are no channels.', titles, rows));
    });
}

function addDelete(channels: Command, surroundings: Surroundings): void {
  channels
    .command('delete')
    .description('Delete a channel without connected clients')
    .argument('<channelId>')
    .action(async (channelId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      await client.call(deleteChannel, { params: { channelId } });
      context.print({ channelId, deleted: true }, `Channel ${channelId} was deleted.`);
    });
}

export function addChannelCommands(program: Command, surroundings: Surroundings): void {
  const channels = program.command('channels').description('Channels that adapters serve; for operators');
  for (const add of [addCreate, addUpdate, addList, addDelete]) add(channels, surroundings);
}
