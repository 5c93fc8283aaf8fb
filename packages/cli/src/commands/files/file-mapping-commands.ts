import {
  deleteImportMapping,
  getImportMappingDocument,
  type ImportMappingInfo,
  listImportMappings,
  putImportMapping,
  renameImportMapping,
} from '@pimento/contract/wire';
import { type Command, InvalidArgumentError } from 'commander';
import { contextOf, type Surroundings, tableOr } from '../command-context.ts';
import { ofDocument } from '../../input/refused-document-error.ts';
import { addTableOptions, type TableOptions } from '../../input/table-options.ts';
import { counted } from '../../output/counted.ts';

function versionOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

interface PutOptions {
  expect?: number;
}

function addList(mappings: Command, surroundings: Surroundings): void {
  mappings
    .command('list')
    .description('List the file mappings')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const found: ImportMappingInfo[] = [];
      for await (const mapping of client.listAll(listImportMappings)) found.push(mapping);
      const rows = found.map(({ name, version, columns, changedAt, changedBy }) => [
        name,
        version,
        columns,
        changedAt,
        changedBy,
      ]);
      const titles = ['name', 'version', 'columns', 'changed', 'by'];
      context.print(found, tableOr('There are no file mappings.', titles, rows));
    });
}

function addGet(mappings: Command, surroundings: Surroundings): void {
  mappings
    .command('get')
    .description('Write a mapping as JSON')
    .argument('<name>')
    .action(async (name: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const document = await client.call(getImportMappingDocument, { params: { name } });
      context.print(document, JSON.stringify(document, undefined, 2));
    });
}

function addPut(mappings: Command, surroundings: Surroundings): void {
  mappings
    .command('put')
    .description('Store a mapping; identical content creates no version')
    .argument('<name>')
    .argument('<file>', 'JSON as "mappings get" and "mappings guess" write it; "-" for stdin')
    .option('--expect <version>', 'store nothing if another version is current; 0: the name must be new', versionOf)
    .action(async (name: string, path: string, { expect }: PutOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const { readMappingFile } = await import('../../input/mapping-source.ts'); // loaded on demand, because few commands need it
      const body = await ofDocument(readMappingFile(path));
      const client = await context.connect('client');
      const query = { expectedVersion: expect };
      const stored = await ofDocument(client.call(putImportMapping, { params: { name }, query, body }));
      context.print(stored, `Stored version ${stored.version} of ${name} (${counted(stored.columns, 'column')})`);
    });
}

function addGuess(mappings: Command, surroundings: Surroundings): void {
  addTableOptions(
    mappings
      .command('guess')
      .description('Write the guessed mapping of a file as JSON, for editing and storing')
      .argument('<file>', 'CSV or XLSX, also packed; "-" for stdin'),
  ).action(async (path: string, options: TableOptions, command: Command) => {
    const { guessFile } = await import('./file-inspection.ts'); // loaded on demand, because few commands read files
    await guessFile(contextOf(command, surroundings), path, options);
  });
}

function addRename(mappings: Command, surroundings: Surroundings): void {
  mappings
    .command('rename')
    .description('Rename a mapping; file sources that use it are updated')
    .argument('<name>')
    .argument('<new name>')
    .action(async (name: string, to: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const stored = await client.call(renameImportMapping, { params: { name }, body: { name: to } });
      context.print(stored, `${name} is now called ${to} (version ${stored.version})`);
    });
}

function addDelete(mappings: Command, surroundings: Surroundings): void {
  mappings
    .command('delete')
    .description('Delete a mapping')
    .argument('<name>')
    .action(async (name: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      await client.call(deleteImportMapping, { params: { name } });
      context.print({ name }, `Deleted the mapping ${name}`);
    });
}

export function addFileMappingCommands(program: Command, surroundings: Surroundings): void {
  const mappings = program
    .command('mappings')
    .description('File mappings: list, get, put, guess, rename, delete (for channels: pimento mapping)')
    .addHelpText(
      'after',
      `
Examples:
  $ pimento mappings guess supplier.csv > acme.json
  $ pimento mappings put acme acme.json
  $ pimento import supplier.csv --mapping acme`,
    );
  for (const add of [addList, addGet, addPut, addGuess, addRename, addDelete]) add(mappings, surroundings);
}
