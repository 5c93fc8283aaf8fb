import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, type ClientId, type Transaction, transaction, type ProductId } from '../../platform/core.ts';
import {
  beginPass,
  claimClient,
  deleteGroups,
  endPass,
  listNext,
  readSearched,
  saveGroups,
  savePass,
  type SearchGroup,
  takeChanges,
  takeGroups,
} from './search-store.ts';
import { type SearchedProduct, searchTokens } from './search-token-rules.ts';

/** Work of so many milliseconds lets others have a turn. */
const turnMs = 5;

/** Numbers of products that steps of the index go by. */
export interface IndexSizes {
  /** Looked at in one step, about. */
  step: number;
  /** In a group: with fewer the index is larger and finds more rows, with more each row that a rare token finds is more to check. */
  group: number;
  /** A change touches a whole group; from so many of them on it may be less to read everything once, in order. */
  pass: number;
}

export const usualSizes: IndexSizes = { step: 2_000, group: 24, pass: 4_000 };

const paysForPass = ({ group, pass }: IndexSizes, changed: number, products: number | null) =>
  products === null || (changed >= pass && changed * group > products + changed);

/** Writes groups for products that have none. A group lies in one run: between two of them there may be others. */
async function saveProducts(
  transaction: Transaction,
  clientId: ClientId,
  runs: readonly ProductId[][],
  sizes: IndexSizes,
): Promise<void> {
  const runOf = new Map(runs.flatMap((run, nth) => run.map((productId) => [productId, nth])));
  let rest = runs.flat();
  while (rest.length > 0) {
    const products = await readSearched(transaction, clientId, rest);
    const groups: SearchGroup[] = [];
    let began = performance.now();
    for (const run of Map.groupBy(products, ({ productId }) => runOf.get(productId)).values()) {
      for (const members of cutGroups(run, sizes.group)) {
        groups.push(groupOf(clientId, members));
        if (performance.now() - began < turnMs) continue;
        await nextTurn();
        began = performance.now();
      }
    }
    await saveGroups(transaction, clientId, groups);
    const lastRead = products.at(-1)?.productId;
    // none: what is left was deleted since
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

/** Parts of about the same size, none of them empty; a group grows to twice its usual size before it is cut. */
function cutGroups(run: readonly SearchedProduct[], usual: number): SearchedProduct[][] {
  const count = run.length <= 2 * usual ? 1 : Math.ceil(run.length / usual);
  const size = Math.ceil(run.length / count);
  return Array.from({ length: Math.ceil(run.length / size) }, (_, nth) => run.slice(nth * size, (nth + 1) * size));
}

async function applyChanges(transaction: Transaction, clientId: ClientId, sizes: IndexSizes): Promise<number> {
  const changed = await takeChanges(transaction, clientId, sizes.step);
  await saveProducts(transaction, clientId, await takeGroups(transaction, clientId, changed), sizes);
  return changed.length;
}

/**
 * Reads on in the order of ids. What is written behind the pass, or before it, stands on the list of changes and comes afterwards. Groups
 * are replaced with all that they held, so that whoever searches meanwhile misses nothing.
 */
async function goOn(transaction: Transaction, clientId: ClientId, after: string, sizes: IndexSizes): Promise<number> {
  const next = await listNext(transaction, clientId, after, sizes.step);
  const isEnd = next.length < sizes.step;
  const beyond = await deleteGroups(transaction, clientId, after, isEnd ? null : (next.at(-1) ?? null));
  const productIds = [...next, ...beyond];
  await saveProducts(transaction, clientId, [productIds], sizes);
  if (isEnd) await endPass(transaction, clientId);
  else await savePass(transaction, clientId, productIds.at(-1) ?? after);
  return productIds.length;
}

/**
 * Brings the index of one client a step further: one transaction, in which the client is held, so that two processes cannot write the
 * older and the newer of the same product in the wrong order. Changes are taken off the list before the products are read; one that is
 * written meanwhile is on the list again.
 * @returns how many products were looked at; 0 where nothing is to be done, or others are doing it
 */
export async function indexNext(database: Database, sizes: IndexSizes): Promise<number> {
  return transaction(database, async (transaction) => {
    const client = await claimClient(transaction);
    if (!client) return 0;
    const { clientId, builtThrough, changed, products } = client;
    if (builtThrough !== null) return (await goOn(transaction, clientId, builtThrough, sizes)) + 1;
    if (!paysForPass(sizes, changed, products)) return (await applyChanges(transaction, clientId, sizes)) + 1;
    await beginPass(transaction, clientId);
    return (await goOn(transaction, clientId, '', sizes)) + 1;
  });
}
