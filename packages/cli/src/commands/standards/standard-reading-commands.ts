import { getAdapterStandard, getChannelStandard } from '@pimento/contract/wire';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { shapeTypes } from '../../output/shape-types.ts';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';
import { writeOut } from './document-output.ts';

export interface KeyOptions {
  adapter?: boolean;
}

type Format = 'json' | 'ndjson' | 'jsonschema';

export function readVersion(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a version number.');
  return Number(text);
}

/**
 * Adds the option that states whether the key belongs to an operator or to an adapter. The API has separate paths for the two, both for
 * reading and for publishing.
 */
export const withKey = (command: Command) =>
  command.option('--adapter', 'the key is one of the adapter (default: of an operator)');

/** Returns a data standard as text. */
async function read(
  context: CommandContext,
  channelId: string,
  query: { version?: number; format: Format },
  { adapter }: KeyOptions,
): Promise<string> {
  const client = await context.connect('operator');
  const operation = adapter === true ? getAdapterStandard : getChannelStandard;
  return (await client.open(operation, { params: { channelId }, query })).text();
}

export function addGet(standards: Command, surroundings: Surroundings): void {
  withKey(standards.command('get').description('Write the data standard of a channel'))
    .argument('<channelId>', 'the channel')
    .argument('[version]', 'an earlier version (default: the current one)', readVersion)
    .addOption(new Option('--format <format>', 'format').choices(['json', 'ndjson', 'jsonschema']).default('json'))
    .option('--out <file>', 'output file (default: stdout)')
    .action(
      async (
        channelId: string,
        version: number | undefined,
        { format, out, ...key }: KeyOptions & { format: Format; out?: string },
        command: Command,
      ) => {
        const context = contextOf(command, surroundings);
        const query = { format, ...(version !== undefined && { version }) };
        await writeOut(context, await read(context, channelId, query, key), out);
      },
    );
}

export function addTypes(standards: Command, surroundings: Surroundings): void {
  withKey(standards.command('types').description('Write TypeScript types of the products that the channel receives'))
    .argument('<channelId>', 'the channel')
    .option('--out <file>', 'output file (default: stdout)')
    .action(async (channelId: string, { out, ...key }: KeyOptions & { out?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const schema = JSON.parse(await read(context, channelId, { format: 'jsonschema' }, key)) as object; // the service writes an object
      await writeOut(context, shapeTypes(schema), out);
    });
}
