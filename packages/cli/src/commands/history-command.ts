import type { Client } from '@pimento/client';
import { listProductHistory, listValueHistory } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { countOption } from '../input/count-option.ts';
import { firstMembers, pageSize } from '../input/first-members.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';

interface HistoryTable {
  entries: unknown[];
  hasMore: boolean;
  columns: string[];
  rows: string[][];
}

const maxLetters = 60;

/** Formats a value for a table, and truncates a long text. */
function shortValue(value: unknown): string {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLetters ? `${text.slice(0, maxLetters - 1)}…` : text;
}

async function valueChanges(client: Client, productId: string, path: string, limit: number): Promise<HistoryTable> {
  const query = { path, limit: pageSize(limit, 100) };
  const listed = client.listAll(listValueHistory, { params: { productId }, query });
  const { members, hasMore } = await firstMembers(listed, limit);
  const rows = members.map(({ at, actor, old, new: next }) => [
    at,
    actor.name ?? actor.id,
    shortValue(old),
    shortValue(next),
  ]);
  return { entries: members, hasMore, columns: ['at', 'who', 'before', 'after'], rows };
}

async function productChanges(client: Client, productId: string, limit: number): Promise<HistoryTable> {
  const input = { params: { productId }, query: { limit: pageSize(limit, 200) } };
  const { members, hasMore } = await firstMembers(client.listAll(listProductHistory, input), limit);
  const rows = members.map(({ at, kind, actor, changes }) => [
    at,
    kind,
    actor.name ?? actor.id,
    changes.map(({ attribute }) => attribute).join(', '),
  ]);
  return { entries: members, hasMore, columns: ['at', 'what', 'who', 'attributes'], rows };
}

export function addHistory(products: Command, surroundings: Surroundings): void {
  products
    .command('history')
    .description('Show who changed what in a product, newest first')
    .argument('<productId>')
    .option('--value <path>', 'only changes of one value, such as price or ingredients/0/name; rows count from 0')
    .addOption(countOption('changes', 50))
    .action(async (productId: string, options: { limit: number; value?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('client');
      const { entries, hasMore, columns, rows } =
        options.value === undefined
          ? await productChanges(client, productId, options.limit)
          : await valueChanges(client, productId, options.value, options.limit);
      const more = hasMore ? '\n… and more: increase --limit' : '';
      context.print({ entries, hasMore }, tableOr('There are no changes yet.', columns, rows) + more);
    });
}
