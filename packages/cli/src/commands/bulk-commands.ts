import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@pimento/client';
import { type BulkEdit, getBulkEdit, startBulkEdit, undoBulkEdit } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { addChangeOptions, type ChangeOptions, changesOf } from './bulk-options.ts';
import { addFilterOptions, filterOf, type FilterOptions } from '../input/product-filter.ts';
import { bulkEditText } from '../output/bulk-edit-text.ts';
import { contextOf, type Surroundings } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';

const pollMs = 300;

/** Waits until a bulk edit has ended. The service runs the edit, so the edit continues if the command is stopped. */
async function ended(client: Client, started: BulkEdit): Promise<BulkEdit> {
  let edit = started;
  while (edit.status === 'Running') {
    await sleep(pollMs);
    edit = await client.call(getBulkEdit, { params: { editId: edit.editId } });
  }
  return edit;
}

const isIncomplete = ({ status, rejected }: BulkEdit) => status !== 'Completed' || rejected > 0;

interface EditOptions extends FilterOptions, ChangeOptions {
  all?: boolean;
  apply?: boolean;
}

/** Adds `products edit`, which shows the changes and, with `--apply`, makes them. */
export function addEdit(products: Command, surroundings: Surroundings): void {
  addChangeOptions(addFilterOptions(products.command('edit')))
    .description('Change values of all products that match; without --apply only show what would change')
    .option('--all', 'without a filter: all products')
    .option('--apply', 'change the products')
    .addHelpText(
      'after',
      `
Examples:
  $ pimento products edit --family olives-green --set season=2027
  $ pimento products edit --where 'claims=vegan' --add tags=plant-based --apply
  $ pimento products edit --all --set price/currency=EUR`,
    )
    .action(async (options: EditOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const changes = changesOf(options);
      const client = await context.connect('client');
      const { fields: _fields, ...query } = filterOf(options);
      const filter = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const choice = { filter, ...(options.all === true && { all: true as const }) };
      const dryRun = options.apply !== true;
      const edit = await ended(client, await client.call(startBulkEdit, { body: { ...choice, changes, dryRun } }));
      const hint = dryRun && edit.updated > 0 ? '\n\nNothing is changed yet: add --apply to change them.' : '';
      context.print(edit, bulkEditText(edit) + hint);
      if (isIncomplete(edit)) context.setExitCode(exitCodes.rejected);
    });
}

/** Adds the command `products undo`, which restores the values that a bulk edit has changed. */
export function addUndo(products: Command, surroundings: Surroundings): void {
  products
    .command('undo')
    .description('Undo a bulk edit; products that have changed since are left alone and listed')
    .argument('<editId>')
    .action(async (editId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const edit = await ended(client, await client.call(undoBulkEdit, { params: { editId }, body: {} }));
      context.print(edit, bulkEditText(edit));
      if (isIncomplete(edit)) context.setExitCode(exitCodes.rejected);
    });
}
