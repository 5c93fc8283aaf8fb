import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@pimento/client';
import {
  getChannelReadiness,
  getProductReadiness,
  listReadinessProducts,
  type Readiness,
  readinessOutcomes,
} from '@pimento/contract/wire';
import { type Command, Option } from 'commander';
import { countOption } from '../../input/count-option.ts';
import { collect } from '../../input/option-list.ts';
import { firstMembers, pageSize } from '../../input/first-members.ts';
import {
  problemsText,
  productReadinessText,
  readinessRowsText,
  readinessText,
  readinessValuesText,
} from '../../output/readiness-text.ts';
import { createStepProgress } from '../../output/step-progress.ts';
import { type CommandContext, contextOf, type Surroundings } from '../command-context.ts';

const pollMs = 1_000;

interface ChannelOptions {
  problems?: boolean;
  outcome?: (typeof readinessOutcomes)[number];
  watch?: boolean;
  value?: string[];
  limit: number;
}

/** Waits until all products are checked, and shows the progress on stderr. Does not wait if no mapping is published. */
async function untilCurrent(client: Client, channelId: string): Promise<Readiness> {
  const shown = createStepProgress(process.stderr);
  for (;;) {
    const readiness = await client.call(getChannelReadiness, { params: { channelId } });
    const { pending, pass, outcomes, mappingVersion, rulesetNo } = readiness;
    // a mapping that has just been published has no ruleset yet
    if (mappingVersion === null || (rulesetNo !== null && pending === 0 && pass === null)) {
      shown.clear();
      return readiness;
    }
    const total = Object.values(outcomes).reduce((sum, products) => sum + products, 0);
    if (total > 0) shown.show('checked', Math.max(0, total - pending), total);
    await delay(pollMs);
  }
}

async function showChannel(context: CommandContext, channelId: string, options: ChannelOptions): Promise<void> {
  const { problems = false, outcome, watch = false, value: targets, limit } = options;
  const client = await context.connect('client');
  const readiness = watch
    ? await untilCurrent(client, channelId)
    : await client.call(getChannelReadiness, { params: { channelId } });
  const lines = [readinessText(readiness)];
  if (problems) lines.push('', problemsText(readiness));
  if (outcome === undefined && targets === undefined) return context.print(readiness, lines.join('\n'));
  const query = {
    limit: pageSize(limit, 1000),
    ...(outcome && { outcome }),
    ...(targets && { values: targets }),
  };
  const listed = client.listAll(listReadinessProducts, { params: { channelId }, query });
  const { members, hasMore } = await firstMembers(listed, limit);
  const none = outcome === undefined ? 'There are no products.' : `No product is ${outcome}.`;
  const shown = targets === undefined ? readinessRowsText(members) : readinessValuesText(members, targets);
  lines.push('', members.length === 0 ? none : shown);
  if (hasMore) lines.push('… and more: increase --limit');
  context.print({ ...readiness, products: members, hasMore }, lines.join('\n'));
}

const help = `
Products are checked in the background after each change; --watch waits until all are checked.

Examples:
  $ pimento readiness my-shop --problems
  $ pimento readiness my-shop --outcome invalid --limit 200
  $ pimento readiness my-shop --outcome invalid --value title --value price
  $ pimento readiness product PEN-1 --channel my-shop`;

export function addReadinessCommands(program: Command, surroundings: Surroundings): void {
  const readiness = program
    .command('readiness')
    .description('How complete and valid products are on a channel')
    .addHelpText('after', help);
  readiness
    .command('channel', { isDefault: true })
    .description('Count the products of a channel by outcome (the default)')
    .argument('<channelId>', 'the channel')
    .option('--problems', 'also list the most frequent problems')
    .addOption(new Option('--outcome <outcome>', 'also list the products with this outcome').choices(readinessOutcomes))
    .addOption(
      new Option('--value <target>', 'also list products with their values of this target; repeatable').argParser(
        collect,
      ),
    )
    .option('--watch', 'wait until all products are checked')
    .addOption(countOption('products', 50))
    .action((channelId: string, options: ChannelOptions, command: Command) =>
      showChannel(contextOf(command, surroundings), channelId, options),
    );
  readiness
    .command('product')
    .description('Check one product, with the value of each target')
    .argument('<productId>', 'the product')
    .requiredOption('--channel <channelId>', 'the channel')
    .action(async (productId: string, { channel }: { channel: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const params = { channelId: channel, productId };
      const answer = await client.call(getProductReadiness, { params });
      context.print(answer, productReadinessText(answer));
    });
}
