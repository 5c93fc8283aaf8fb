import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Client } from '@pimento/client';
import { listProductChanges, type ProductChange } from '@pimento/contract/wire';
import type { Command } from 'commander';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { countOption } from '../input/count-option.ts';

interface ChangeOptions {
  after?: string;
  cursorFile?: string;
  attributes?: boolean;
  limit: number;
}

/** Reads the cursor of the previous run. Returns undefined if the file is missing or empty. */
async function readCursor(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file atomically, so that an interrupted run keeps the previous cursor. */
async function saveCursor(path: string, cursor: string): Promise<void> {
  await writeFile(`${path}.part`, `${cursor}\n`);
  await rename(`${path}.part`, path);
}

/** Lists changes page after page until there are no more or `limit` is reached. */
async function readChanges(client: Client, { after, attributes, limit }: ChangeOptions) {
  const changes: ProductChange[] = [];
  let next = after;
  for (;;) {
    const query = { after: next, attributes: attributes ?? false, limit: Math.min(limit - changes.length, 1000) };
    const page = await client.call(listProductChanges, { query });
    changes.push(...page.changes);
    if (!page.hasMore || changes.length >= limit) return { changes, next: page.next, hasMore: page.hasMore };
    next = page.next;
  }
}

export function addChanges(products: Command, surroundings: Surroundings): void {
  products
    .command('changes')
    .description('List changes to and deletions of products in commit order, without gaps')
    .option('--after <cursor>', 'continue after this cursor, which is the `next` of the previous call')
    .option('--cursor-file <file>', 'read the cursor from this file, and replace it when the changes are printed')
    .option('--attributes', 'include the product as it is now (shown with --json)')
    .addOption(countOption('changes', 1000))
    .addHelpText(
      'after',
      `
Without a cursor, the list begins with all products.

Examples:
  $ pimento products changes --cursor-file shop.cursor
  $ pimento products changes --after 17.1.5f0c9a3e --attributes --json`,
    )
    .action(async (options: ChangeOptions, command: Command) => {
      const context = contextOf(command, surroundings);
      const { cursorFile } = options;
      const after = options.after ?? (cursorFile === undefined ? undefined : await readCursor(cursorFile));
      const client = await context.connect('client');
      const found = await readChanges(client, { ...options, ...(after === undefined ? {} : { after }) });
      const rows = found.changes.map(({ productId, type, revision, at }) => [productId, type, revision, at]);
      const more = found.hasMore ? '… and more. ' : '';
      const table = tableOr('No product has changed.', ['product', 'what', 'revision', 'at'], rows);
      context.print(found, `${table}\n${more}Continue with --after ${found.next}`);
      if (cursorFile !== undefined) await saveCursor(cursorFile, found.next);
    });
}
