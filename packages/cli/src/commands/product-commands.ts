import { deleteProduct, getProduct, listProducts } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { addEdit, addUndo } from './bulk-commands.ts';
import { addChanges } from './change-command.ts';
import { addHistory } from './history-command.ts';
import { addSubmit, addWithdraw } from './delivery-commands.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { countOption } from '../input/count-option.ts';
import { firstMembers, pageSize } from '../input/first-members.ts';
import { addFilterOptions, filterOf, type FilterOptions } from '../input/product-filter.ts';

const moreText = (hasMore: boolean) => (hasMore ? '\n… and more: increase --limit or add a filter' : '');

function addGet(products: Command, surroundings: Surroundings): void {
  products
    .command('get')
    .description('Show one product in the shape of the import; with --json also when it was created and changed')
    .argument('<productId>')
    .action(async (productId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const record = await client.call(getProduct, { params: { productId } });
      context.print(record, JSON.stringify(record.product, undefined, 2));
    });
}

function addList(products: Command, surroundings: Surroundings): void {
  addFilterOptions(products.command('list').description('List products, ordered by id or by another field'))
    .option('--sort <field>', 'the field that orders the list; descending after a "-": -__UPDATED, __NAME, price')
    .addOption(countOption('products', 50))
    .addHelpText(
      'after',
      `
Examples:
  $ pimento products list --family olives-green
  $ pimento products list --where 'claims=vegan' --where 'netWeight*' --limit 10
  $ pimento products list --sort=-__UPDATED --limit 10
  $ pimento products list --text olive --json`,
    )
    .action(async (options: FilterOptions & { limit: number; sort?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const query = { ...filterOf(options), sort: options.sort, limit: pageSize(options.limit, 1000) };
      const { members, hasMore } = await firstMembers(client.listAll(listProducts, { query }), options.limit);
      const rows = members.map(({ productId, product, updated }) => [
        productId,
        product.__NAME,
        product.__FAMILY,
        product.__CATEGORY,
        updated,
      ]);
      const table = tableOr('No product matches.', ['product', 'name', 'family', 'category', 'changed'], rows);
      context.print({ products: members, hasMore }, table + moreText(hasMore));
    });
}

function addDelete(products: Command, surroundings: Surroundings): void {
  products
    .command('delete')
    .description('Delete products; their history remains')
    .argument('<productId...>')
    .action(async (productIds: string[], _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const deleted: string[] = [];
      try {
        for (const productId of productIds) {
          await client.call(deleteProduct, { params: { productId } });
          deleted.push(productId);
        }
      } finally {
        // Printed even after a failure, because these products have already been deleted.
        const notTried = productIds.slice(deleted.length + 1);
        const rest = notTried.length > 0 ? `\nNot attempted after the failure: ${notTried.join(', ')}` : '';
        context.print({ deleted, notTried }, `Deleted: ${deleted.join(', ') || 'nothing'}${rest}`);
      }
    });
}

export function addProductCommands(program: Command, surroundings: Surroundings): void {
  const products = program
    .command('products')
    .description('Products: show, list, edit, undo, delete, history, changes, submit, withdraw');
  for (const add of [addGet, addList, addEdit, addUndo, addDelete, addHistory, addChanges, addSubmit, addWithdraw])
    add(products, surroundings);
}
