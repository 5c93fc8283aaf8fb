import { deleteAttribute, getAttribute, listAttributes, putAttributes } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { readJsonFile } from '../input/json-file.ts';
import { UsageError } from '../input/usage-error.ts';

/** Reads definitions from a file that contains an array or the output of `definitions list --json`. */
async function readDefinitions(path: string): Promise<unknown[]> {
  const content = await readJsonFile(path);
  const list =
    typeof content === 'object' && content !== null && 'attributes' in content ? content.attributes : content;
  if (Array.isArray(list)) return list as unknown[]; // the service validates the definitions
  throw new UsageError(`${path} must hold an array of attribute definitions.`);
}

function addPut(definitions: Command, surroundings: Surroundings): void {
  definitions
    .command('put')
    .description('Create or change attribute definitions: all files in one request, all or nothing')
    .argument('<file...>', 'JSON array of definitions; "-" for stdin')
    .addHelpText(
      'after',
      `
Parents and children may be in any order and in different files. Safe to repeat.

Examples:
  $ pimento definitions put attributes.json
  $ pimento definitions list --json > backup.json && pimento definitions put backup.json`,
    )
    .action(async (files: string[], _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const body: unknown[] = [];
      for (const file of files) body.push(...(await readDefinitions(file)));
      const answer = await client.call(putAttributes, { body });
      const { created, updated, unchanged } = answer;
      context.print(
        answer,
        `${body.length} definitions: ${created} created, ${updated} updated, ${unchanged} unchanged.`,
      );
    });
}

function addList(definitions: Command, surroundings: Surroundings): void {
  definitions
    .command('list')
    .description('List all attribute definitions, parents before their children')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const answer = await client.call(listAttributes);
      const rows = answer.attributes.map(({ path, name, type }) => [
        path,
        name,
        type.multiValue ? `${type.id}[]` : type.id,
      ]);
      context.print(answer, tableOr('There are no attributes yet.', ['attribute', 'name', 'type'], rows));
    });
}

function addGet(definitions: Command, surroundings: Surroundings): void {
  definitions
    .command('get')
    .description('Show one attribute definition')
    .argument('<attribute>', 'id of a top-level attribute, or Parent/Child')
    .action(async (attributeId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const definition = await client.call(getAttribute, { params: { attributeId } });
      context.print(definition, JSON.stringify(definition, undefined, 2));
    });
}

function addDelete(definitions: Command, surroundings: Surroundings): void {
  definitions
    .command('delete')
    .description('Delete an unused attribute, including its children')
    .argument('<attribute>', 'id of a top-level attribute, or Parent/Child')
    .action(async (attributeId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      await client.call(deleteAttribute, { params: { attributeId } });
      context.print({ deleted: attributeId }, `Deleted ${attributeId}`);
    });
}

export function addDefinitionCommands(program: Command, surroundings: Surroundings): void {
  const definitions = program.command('definitions').description('Attribute definitions: put, list, get, delete');
  for (const add of [addPut, addList, addGet, addDelete]) add(definitions, surroundings);
}
