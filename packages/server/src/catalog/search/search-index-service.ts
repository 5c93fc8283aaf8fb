import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import { type Database, type ClientId, type Transaction, transaction, type ProductId } from '../../platform/core.ts';
import { deleteOrderKeys, deleteOrderKeysOf, saveOrderKeys } from './order-key-store.ts';
import { continueOrder, deleteUnused, findUnbuilt } from './order-store.ts';
import { beginPass, claimClient, endPass, listNext, savePass, dequeueChanges } from './search-store.ts';
import {
  deleteGroups,
  listSearchedProducts,
  saveGroups,
  type SearchGroup,
  deleteGroupsOf,
} from './search-group-store.ts';
import { type SearchedProduct, searchTokens } from './search-token-rules.ts';

/** Indexing yields to the event loop after this many milliseconds. */
const timeSliceMs = 5;

/** Product counts that control indexing. */
export interface IndexSizes {
  /** Approximate number of products per step. */
  step: number;
  /**
   * Number of products per group. With smaller groups, the index is larger and a search reads more rows. With larger groups, a search for a
   * rare token must check more products.
   */
  group: number;
  /**
   * Minimum number of changes for a pass over all products. With fewer changes, indexing them one by one is cheaper, although each change
   * rewrites a whole group.
   */
  pass: number;
}

export const defaultSizes: IndexSizes = { step: 2_000, group: 24, pass: 4_000 };

const paysForPass = ({ group, pass }: IndexSizes, changed: number, products: number | null) =>
  products === null || (changed >= pass && changed * group > products + changed);

/**
 * Writes groups for products that have no group yet. A run is a list of consecutive ids. A group never contains products of two runs,
 * because other groups may exist between the runs in id order.
 */
async function saveProducts(
  transaction: Transaction,
  clientId: ClientId,
  runs: readonly ProductId[][],
  sizes: IndexSizes,
): Promise<void> {
  const runOf = new Map(runs.flatMap((run, index) => run.map((productId) => [productId, index])));
  let rest = runs.flat();
  while (rest.length > 0) {
    const products = await listSearchedProducts(transaction, clientId, rest);
    const groups: SearchGroup[] = [];
    let sliceStart = performance.now();
    for (const run of Map.groupBy(products, ({ productId }) => runOf.get(productId)).values()) {
      for (const members of cutGroups(run, sizes.group)) {
        groups.push(groupOf(clientId, members));
        if (performance.now() - sliceStart < timeSliceMs) continue;
        await nextLoopIteration();
        sliceStart = performance.now();
      }
    }
    await saveGroups(transaction, clientId, groups);
    const lastRead = products.at(-1)?.productId;
    // If no product was found, all products with the remaining ids have been deleted.
    rest = lastRead === undefined ? [] : rest.slice(rest.lastIndexOf(lastRead) + 1);
  }
}

function groupOf(clientId: ClientId, members: readonly SearchedProduct[]): SearchGroup {
  const [first, last] = [members.at(0), members.at(-1)];
  if (!first || !last) throw new Error('a group without a product');
  return {
    firstId: first.productId,
    lastId: last.productId,
    tokens: `{${searchTokens(clientId, members).join(',')}}`,
  };
}

/** Splits a run of more than twice `groupSize` into groups of at most `groupSize`. A shorter run stays one group. */
function cutGroups(run: readonly SearchedProduct[], groupSize: number): SearchedProduct[][] {
  const count = run.length <= 2 * groupSize ? 1 : Math.ceil(run.length / groupSize);
  const size = Math.ceil(run.length / count);
  return Array.from({ length: Math.ceil(run.length / size) }, (_, index) =>
    run.slice(index * size, (index + 1) * size),
  );
}

async function applyChanges(transaction: Transaction, clientId: ClientId, sizes: IndexSizes): Promise<number> {
  const changed = await dequeueChanges(transaction, clientId, sizes.step);
  await saveProducts(transaction, clientId, await deleteGroupsOf(transaction, clientId, changed), sizes);
  await deleteOrderKeysOf(transaction, clientId, changed);
  await saveOrderKeys(transaction, clientId, changed);
  return changed.length;
}

/**
 * Continues the pass over all products, in id order. Products that are written during the pass are in the list of changes and are indexed
 * afterwards. Each step replaces whole groups with all their products, so that concurrent searches do not miss products.
 */
async function continuePass(
  transaction: Transaction,
  clientId: ClientId,
  after: string,
  sizes: IndexSizes,
): Promise<number> {
  const next = await listNext(transaction, clientId, after, sizes.step);
  const isEnd = next.length < sizes.step;
  const beyond = await deleteGroups(transaction, clientId, after, isEnd ? null : (next.at(-1) ?? null));
  const productIds = [...next, ...beyond];
  await saveProducts(transaction, clientId, [productIds], sizes);
  await deleteOrderKeys(transaction, clientId, after, isEnd ? null : (productIds.at(-1) ?? null));
  await saveOrderKeys(transaction, clientId, productIds);
  if (isEnd) await endPass(transaction, clientId);
  else await savePass(transaction, clientId, productIds.at(-1) ?? after);
  return productIds.length;
}

/** Builds the next part of an order (an index for sorted lists). If no order has to be built, deletes keys of orders that were given up. */
async function continueOrders(transaction: Transaction, clientId: ClientId, { step }: IndexSizes): Promise<number> {
  const order = await findUnbuilt(transaction, clientId);
  if (order === undefined) return deleteUnused(transaction, clientId, step);
  const productIds = await listNext(transaction, clientId, order.builtThrough, step);
  await continueOrder(transaction, clientId, order, { productIds, isEnd: productIds.length < step });
  return productIds.length;
}

/**
 * Indexes the next products of one client in one transaction. The client is locked, so that two processes cannot write two versions of a
 * product in the wrong order. Changes are removed from the list before the products are read. If a product is written during this step, it
 * is therefore added to the list of changes again.
 * @returns 1 + the number of processed products or deleted keys; 0 if there is no work, or if other processes have claimed all of it
 */
export async function indexNext(database: Database, sizes: IndexSizes): Promise<number> {
  return transaction(database, async (transaction) => {
    const client = await claimClient(transaction);
    if (!client) return 0;
    const { clientId, builtThrough, changed, products, isOutdated } = client;
    if (builtThrough !== null) return (await continuePass(transaction, clientId, builtThrough, sizes)) + 1;
    if (changed === 0 && products !== null && !isOutdated)
      return (await continueOrders(transaction, clientId, sizes)) + 1;
    if (!isOutdated && !paysForPass(sizes, changed, products))
      return (await applyChanges(transaction, clientId, sizes)) + 1;
    await beginPass(transaction, clientId);
    return (await continuePass(transaction, clientId, '', sizes)) + 1;
  });
}
