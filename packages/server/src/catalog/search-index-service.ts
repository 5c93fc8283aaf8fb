import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, Database } from '../platform/index.ts';
import {
  claimClient,
  deleteTokens,
  listUnbuilt,
  readSearched,
  saveBuiltThrough,
  saveTokens,
  takeChanges,
} from './search-store.ts';
import { productTokens } from './search-token-rules.ts';

/** Work of so many milliseconds lets others have a turn. */
const turnMs = 5;

async function indexProducts(transaction: Connection, clientId: string, productIds: readonly string[]): Promise<void> {
  let rest = productIds;
  while (rest.length > 0) {
    const products = await readSearched(transaction, clientId, rest);
    const written: { productId: string; tokens: string }[] = [];
    let began = performance.now();
    for (const product of products) {
      written.push({ productId: product.productId, tokens: `{${productTokens(clientId, product).join(',')}}` });
      if (performance.now() - began < turnMs) continue;
      await nextTurn();
      began = performance.now();
    }
    await saveTokens(transaction, clientId, written);
    const last = written.at(-1)?.productId;
    const found = new Set(written.map(({ productId }) => productId));
    const isRead = (productId: string) => last === undefined || compareIds(productId, last) <= 0;
    // ids in between that were not found are gone, and so are all others where nothing more was found
    await deleteTokens(
      transaction,
      clientId,
      rest.filter((productId) => isRead(productId) && !found.has(productId)),
    );
    rest = rest.filter((productId) => !isRead(productId));
  }
}

/** Ids are ordered as the database orders them: by their bytes. */
const compareIds = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));

/**
 * Brings the index of one client a step further: one transaction, in which the client is held so that two processes cannot write the same
 * product's older and newer tokens in the wrong order. Changes are taken off the list before the products are read; one that is written
 * meanwhile is on the list again.
 * @param most products, about
 * @returns how many were looked at; 0 where nothing is to be done, or others are doing it
 */
export async function indexNext(database: Database, most: number): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const client = await claimClient(transaction);
    if (!client) return 0;
    const { clientId, builtThrough } = client;
    const changed = await takeChanges(transaction, clientId, most);
    await indexProducts(transaction, clientId, changed);
    if (builtThrough === null) return Math.max(changed.length, 1);
    const older = await listUnbuilt(transaction, client, most);
    await indexProducts(transaction, clientId, older);
    await saveBuiltThrough(transaction, clientId, older.at(-1) ?? null);
    return changed.length + older.length + 1;
  });
}
