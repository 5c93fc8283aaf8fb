import { checkMapping, exportMapping, getMapping, type MappingCheck, putMapping } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { mappingDifferences } from '../../output/mapping-difference.ts';
import { formatTable } from '../../output/table.ts';
import { ofDocument } from '../../input/refused-document-error.ts';
import { contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { exitCodes } from '../exit-codes.ts';
import { addCoverage, addPreview, addSuggest } from './mapping-trial-commands.ts';
import { readMapping, addPublish, addRestore, addVersions, addExport, addImport } from './mapping-version-commands.ts';

function checkText({ problems, warnings, targets, unmappedRequired }: MappingCheck): string {
  const lines = [`Required targets: ${targets.requiredMapped} of ${targets.required} are mapped.`];
  if (unmappedRequired.length > 0) lines.push(`Not mapped: ${unmappedRequired.map(({ target }) => target).join(', ')}`);
  const found = [
    ...problems.map((one) => ['error', one.path, one.message]),
    ...warnings.map((one) => ['warning', one.path, one.message]),
  ];
  if (found.length > 0) lines.push('', formatTable(['level', 'path', 'message'], found));
  return lines.join('\n');
}

function addGet(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('get')
    .description('Show the draft, or a published version')
    .argument('<channelId>', 'the channel')
    .argument('[version]', 'a published version (default: the draft)')
    .action(async (channelId: string, version: string | undefined, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await client.call(getMapping, { params: { channelId }, query: { version: version ?? '0' } });
      context.print(answer, JSON.stringify(answer.mapping, undefined, 2));
    });
}

function addPut(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('put')
    .description('Replace the draft')
    .argument('<channelId>', 'the channel')
    .argument('<file>', 'JSON document; "-" for stdin')
    .action(async (channelId: string, file: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await ofDocument(
        client.call(putMapping, { params: { channelId }, body: await readMapping(file) }),
      );
      context.print(answer, `Stored the draft, revision ${answer.revision}.`);
    });
}

function addCheck(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('check')
    .description('Check the draft, or a file, against the data standard')
    .argument('<channelId>', 'the channel')
    .argument('[file]', 'JSON document; "-" for stdin (default: the draft)')
    .action(async (channelId: string, file: string | undefined, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const body = file === undefined ? {} : { mapping: await readMapping(file) };
      const check = await ofDocument(client.call(checkMapping, { params: { channelId }, body }));
      context.print(check, checkText(check));
      if (check.problemCount > 0 || check.unmappedRequired.length > 0) context.setExitCode(exitCodes.rejected);
    });
}

function addDiff(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('diff')
    .description('Compare a file with the draft')
    .argument('<channelId>', 'the channel')
    .argument('<file>', 'JSON document; "-" for stdin')
    .action(async (channelId: string, file: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const draft = await client.call(exportMapping, { params: { channelId } });
      const differences = mappingDifferences(draft, await readMapping(file));
      const rows = differences.map(({ change, part }) => [change, part]);
      context.print({ differences }, tableOr('The file is identical to the draft.', ['change', 'part'], rows));
    });
}

const help = `
A mapping defines how your products become the products of a channel. It can live in a repository:

  $ pimento mapping check my-shop mapping.json
  $ pimento mapping diff my-shop mapping.json
  $ pimento mapping put my-shop mapping.json && pimento mapping publish my-shop --comment "Colors"

Exit code 1: the mapping has errors or was refused, or required targets are not mapped (check).`;

export function addMappingCommands(program: Command, surroundings: Surroundings): void {
  const mapping = program
    .command('mapping')
    .description(
      'Mappings of channels: get, put, check, preview, coverage, suggest, diff, publish, versions, restore, export, import',
    )
    .addHelpText('after', help);
  for (const add of [
    addGet,
    addPut,
    addCheck,
    addPreview,
    addCoverage,
    addSuggest,
    addDiff,
    addPublish,
    addVersions,
    addRestore,
    addExport,
    addImport,
  ])
    add(mapping, surroundings);
}
