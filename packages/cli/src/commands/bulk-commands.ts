import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@pimento/client';
import {
  type BulkEdit,
  getBulkEdit,
  getProductDeletion,
  type ProductDeletion,
  startBulkEdit,
  type ImportUndo,
  undoImport,
  undoProductDeletion,
} from '@pimento/contract/wire';
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

/** Adds `products edit`. Without `--apply`, the command only shows what would change. */
export function addEdit(products: Command, surroundings: Surroundings): void {
  addChangeOptions(addFilterOptions(products.command('edit')))
    .description('Change values of all matching products; without --apply, only show what would change')
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

/** Waits until a deletion of products has ended. */
async function finished(client: Client, started: ProductDeletion): Promise<ProductDeletion> {
  let deletion = started;
  while (deletion.status === 'Deleting') {
    await sleep(pollMs);
    deletion = await client.call(getProductDeletion, { params: { deletionId: deletion.deletionId } });
  }
  return deletion;
}

const deletionText = ({ deleted, kept }: ProductDeletion) =>
  `Created products: ${deleted} deleted, ${kept} kept because they have changed since.`;

interface UndoOptions {
  deletion?: boolean;
  deleteCreated?: boolean;
  dryRun?: boolean;
}

const undoneDeletion = async (client: Client, deletionId: string, dryRun: boolean): Promise<ImportUndo> => ({
  edit: await client.call(undoProductDeletion, { params: { deletionId }, body: { dryRun } }),
  deletion: null,
});

/** Adds `products undo`. */
export function addUndo(products: Command, surroundings: Surroundings): void {
  products
    .command('undo')
    .description(
      'Undo a bulk edit, an import or a deletion of products; products that have changed since are left unchanged and listed',
    )
    .argument('<editId or jobRef or deletionId>')
    .option('--deletion', 'the id is the deletionId of a deletion of products: restore them')
    .option(
      '--delete-created',
      'of an import: also delete the products that it created and that have not changed since',
    )
    .option('--dry-run', 'only show what would be restored')
    .action(async (jobRef: string, options: UndoOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const { deletion: isDeletion = false, deleteCreated = false, dryRun = false } = options;
      const started = isDeletion
        ? await undoneDeletion(client, jobRef, dryRun)
        : await client.call(undoImport, { params: { jobRef }, body: { deleteCreated, dryRun } });
      const edit = started.edit && (await ended(client, started.edit));
      const deletion = started.deletion && (await finished(client, started.deletion));
      const texts = [edit && bulkEditText(edit), deletion && deletionText(deletion)];
      context.print(deletion === null ? edit : { edit, deletion }, texts.filter((text) => text !== null).join('\n\n'));
      if ((edit && isIncomplete(edit)) || (deletion && deletion.kept > 0)) context.setExitCode(exitCodes.rejected);
    });
}
