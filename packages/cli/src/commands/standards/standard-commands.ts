import {
  type AnswerOf,
  listAdapterStandardVersions,
  listChannelStandardVersions,
  listStandardChanges,
  putAdapterStandard,
  putChannelStandard,
  type StandardChange,
  withdrawAdapterStandard,
  withdrawChannelStandard,
} from '@pimento/contract/wire';
import type { Command } from 'commander';
import { readDocumentFile } from '../../input/document-file.ts';
import { ofDocument } from '../../input/refused-document-error.ts';
import { changeTable, countsText } from '../../output/change-text.ts';
import { type CommandContext, contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { addConvert } from './convert-command.ts';
import { type KeyOptions, readVersion, withKey, addGet, addTypes } from './standard-reading-commands.ts';
import { counted } from '../../output/counted.ts';

const warningText = ({ line, path, message }: AnswerOf<typeof putChannelStandard>['warnings'][number]) =>
  `Warning: ${line === undefined ? '' : `line ${line} `}${path}: ${message}`;

interface PutOptions extends KeyOptions {
  dryRun?: boolean;
  expectedVersion?: number;
}

async function put(
  context: CommandContext,
  channelId: string,
  file: string,
  { adapter, dryRun = false, expectedVersion }: PutOptions,
): Promise<AnswerOf<typeof putChannelStandard>> {
  const client = await context.connect('operator');
  const operation = adapter === true ? putAdapterStandard : putChannelStandard;
  const query = { dryRun, ...(expectedVersion !== undefined && { expectedVersion }) };
  const answer = await ofDocument(
    client.open(operation, { params: { channelId }, query, raw: await readDocumentFile(file) }),
  );
  return (await answer.json()) as AnswerOf<typeof putChannelStandard>; // both operations return this type
}

function addPut(standards: Command, surroundings: Surroundings): void {
  withKey(
    standards
      .command('put')
      .description('Publish the data standard of a channel; identical content creates no version'),
  )
    .argument('<channelId>', 'the channel')
    .argument('<file>', 'JSON document, or NDJSON (.ndjson); "-" for JSON from stdin')
    .option('--dry-run', 'check and compare, but store nothing')
    .option('--expected-version <version>', 'refuse if another version is current', readVersion)
    .action(async (channelId: string, file: string, options: PutOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const answer = await put(context, channelId, file, options);
      const { outcome, version, changes, samples, counts, warnings } = answer;
      const first = outcome === 'unchanged' ? `Unchanged: version ${version}` : `Version ${version}`;
      const items = `${counted(counts.attributes, 'attribute')}, ${counted(counts.categories, 'category', 'categories')}, ${counted(counts.values, 'value')}, ${counted(counts.rules, 'rule')}`;
      const lines = [`${first}: ${items}.`, ...warnings.map(warningText)];
      if (changes !== null) lines.push(countsText(changes), '', changeTable(samples));
      context.print(answer, lines.join('\n'));
    });
}

function addVersions(standards: Command, surroundings: Surroundings): void {
  withKey(standards.command('versions').description('List the versions of a data standard'))
    .argument('<channelId>', 'the channel')
    .action(async (channelId: string, { adapter }: KeyOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const operation = adapter === true ? listAdapterStandardVersions : listChannelStandardVersions;
      const answer = await client.call(operation, { params: { channelId } });
      const rows = answer.versions.map(({ version, state, release, published, publisher, changes }) => [
        version,
        state,
        release ?? '',
        published,
        publisher,
        changes === null ? '' : countsText(changes),
      ]);
      const titles = ['version', 'state', 'release', 'published', 'by', 'changes'];
      context.print(answer, tableOr('The channel has no data standard yet.', titles, rows));
    });
}

function addWithdraw(standards: Command, surroundings: Surroundings): void {
  withKey(standards.command('withdraw').description('Withdraw the current version: the previous content applies again'))
    .argument('<channelId>', 'the channel')
    .argument('<version>', 'the current version', readVersion)
    .action(async (channelId: string, version: number, { adapter }: KeyOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const operation = adapter === true ? withdrawAdapterStandard : withdrawChannelStandard;
      const answer = await client.call(operation, { params: { channelId, version } });
      context.print(answer, `Withdrew version ${version}; version ${answer.version} takes its place.`);
    });
}

function addDiff(standards: Command, surroundings: Surroundings): void {
  standards
    .command('diff')
    .description('Compare two versions (with a key of a client)')
    .argument('<datastandardId>', 'the channel')
    .argument('<from>', 'version', readVersion)
    .argument('<to>', 'version', readVersion)
    .action(async (datastandardId: string, from: number, to: number, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const input = { params: { datastandardId }, query: { from, to, limit: 1000 } };
      const changes: StandardChange[] = [];
      for await (const change of client.listAll(listStandardChanges, input)) changes.push(change);
      context.print({ changes }, changes.length === 0 ? 'The versions are identical.' : changeTable(changes));
    });
}

const help = `
A data standard is what a channel requires of products: attributes, categories, value lists and rules.

Examples:
  $ pimento standards put my-shop standard.json --dry-run
  $ pimento standards get my-shop --out standard.json
  $ pimento standards diff my-shop 3 4
  $ pimento standards types my-shop --out channel-shape.ts
  $ pimento standards convert --from jsonschema product.schema.json > standard.json

Exit code 1: the document was refused.`;

export function addStandardCommands(program: Command, surroundings: Surroundings): void {
  const standards = program
    .command('standards')
    .description('Data standards of channels: put, get, versions, withdraw, diff, types, convert')
    .addHelpText('after', help);
  for (const add of [addPut, addGet, addVersions, addWithdraw, addDiff, addTypes, addConvert])
    add(standards, surroundings);
}
