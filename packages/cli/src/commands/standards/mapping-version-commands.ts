import {
  exportMapping,
  importMapping,
  listMappingVersions,
  type Mapping,
  publishMapping,
  restoreMapping,
} from '@pimento/contract/wire';
import { type Command, InvalidArgumentError } from 'commander';
import { readJsonFile } from '../../input/json-file.ts';
import { ofDocument } from '../../input/refused-document-error.ts';
import { contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { writeOut } from './document-output.ts';

/** Reads a mapping without validating it, because the service validates it. */
export const readMapping = async (file: string) => (await ofDocument(readJsonFile(file))) as Mapping;

export function addPublish(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('publish')
    .description('Publish the draft as a new version')
    .argument('<channelId>', 'the channel')
    .option('--comment <text>', 'what changed')
    .action(async (channelId: string, options: { comment?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await ofDocument(client.call(publishMapping, { params: { channelId }, body: options }));
      context.print(answer, `Version ${answer.version} applies.`);
    });
}

export function addVersions(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('versions')
    .description('List the published versions')
    .argument('<channelId>', 'the channel')
    .action(async (channelId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await client.call(listMappingVersions, { params: { channelId } });
      const rows = answer.versions.map((one) => [one.version, one.published, one.publishedBy, one.comment ?? '']);
      context.print(answer, tableOr('Nothing is published yet.', ['version', 'published', 'by', 'comment'], rows));
    });
}

const readVersion = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be the number of a published version.');
  return Number(text);
};

export function addRestore(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('restore')
    .description('Copy a published version into the draft; publish the draft to make it take effect')
    .argument('<channelId>', 'the channel')
    .argument('<version>', 'a published version', readVersion)
    .action(async (channelId: string, version: number, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await client.call(restoreMapping, { params: { channelId, version } });
      context.print(answer, `Copied version ${version} into the draft, revision ${answer.revision}.`);
    });
}

export function addExport(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('export')
    .description('Write the draft, or a published version, as one document')
    .argument('<channelId>', 'the channel')
    .argument('[version]', 'a published version (default: the draft)')
    .option('--out <file>', 'output file (default: stdout)')
    .action(async (channelId: string, version: string | undefined, { out }: { out?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await client.call(exportMapping, { params: { channelId }, query: { version: version ?? '0' } });
      await writeOut(context, `${JSON.stringify(answer, undefined, 2)}\n`, out);
    });
}

export function addImport(mapping: Command, surroundings: Surroundings): void {
  mapping
    .command('import')
    .description('Replace the draft with an exported mapping, and list what it names that does not exist here')
    .argument('<channelId>', 'the channel')
    .argument('<file>', 'JSON document; "-" for stdin')
    .option('--dry-run', 'only list what does not exist')
    .action(async (channelId: string, file: string, { dryRun = false }: { dryRun?: boolean }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const input = { params: { channelId }, query: { dryRun }, body: await readMapping(file) };
      const answer = await ofDocument(client.call(importMapping, input));
      const rows = answer.missing.map(({ path, message }) => [path, message]);
      const stored =
        answer.revision === null ? 'Nothing was stored.' : `Stored the draft, revision ${answer.revision}.`;
      context.print(answer, `${stored}\n${tableOr('Everything that it names exists.', ['path', 'missing'], rows)}`);
    });
}
