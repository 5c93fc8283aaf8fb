import type { ProductDeletion, ProductFilter } from '@pimento/contract';
import {
  type Connection,
  isSerializationConflict,
  isUuid,
  PimentoError,
  type ClientId,
  type ProductId,
  toStorableText,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { loadStructure } from '../../structure/index.ts';
import { type DeleteDeps, deleteLocked } from './product-delete-service.ts';
import { lockProductRows } from './product-delete-store.ts';
import { finishDeletion, insertDeletion, lockNextDeletion, saveBatch, saveChosen } from './product-deletion-store.ts';
import type { Deletion, DeletionChoice, DeletionProblem } from './product-deletion-types.ts';
import {
  batchProducts,
  countExcepted,
  type FilterChoice,
  findDeletion,
  firstOf,
  isChosen,
  nextNamed,
  stillMatching,
} from './product-deletion-views.ts';
import { resolveFilter, parseProductId } from '../views/product-filter-rules.ts';
import { countMatching, findMatchingIds } from '../search/product-search-service.ts';
import { readSettledTime } from '../views/settled-time-views.ts';

/** @throws PimentoError unknown-job */
export async function getDeletion(
  connection: Connection,
  clientId: ClientId,
  deletionId: string,
): Promise<ProductDeletion> {
  const found = isUuid(deletionId) ? await findDeletion(connection, clientId, deletionId) : undefined;
  if (!found) throw new PimentoError(problem('unknown-job', { kind: 'deletion', deletionId }));
  return found;
}

/** Ids that a product may have, and those that none can have, as far as they can be stored. */
function sortIds(asked: readonly string[]): { known: ProductId[]; unreadable: string[] } {
  const known = new Set<ProductId>();
  const unreadable = new Set<string>();
  for (const text of asked) {
    const productId = parseProductId(text);
    if (productId === undefined) unreadable.add(toStorableText(text));
    else known.add(productId);
  }
  return { known: [...known], unreadable: [...unreadable] };
}

const problemsOf = (productIds: readonly string[], code: DeletionProblem['code']): DeletionProblem[] =>
  productIds.map((productId) => ({
    productId,
    ...(code === 'unknown-product'
      ? problem(code, { kind: 'catalog', productId })
      : problem(code, { kind: 'product', productId })),
  }));

/**
 * Notes down which products are to go; the runner does the rest.
 * @throws PimentoError invalid-parameter where a filter names what is not defined, count-differs with `count` and `countedAt`
 */
export async function startDeletion(
  deps: DeleteDeps,
  caller: { clientId: ClientId; actor: string },
  wish: {
    productIds?: string[] | undefined;
    filter?: ProductFilter | undefined;
    except?: string[] | undefined;
    expected?: number | undefined;
    asOf?: string | undefined;
  },
): Promise<ProductDeletion> {
  const { database, clock } = deps;
  const { clientId, actor } = caller;
  const deletionId = clock.newId();
  const { known, unreadable } = sortIds(wish.productIds ?? wish.except ?? []);
  const choice: DeletionChoice =
    wish.productIds === undefined
      ? {
          kind: 'filter',
          filter: wish.filter ?? {},
          except: known,
          asOf: wish.asOf === undefined ? null : new Date(wish.asOf),
        }
      : { kind: 'ids', productIds: known };
  const chosen = choice.kind === 'filter' ? await countExpected(deps, clientId, choice, wish.expected) : null;
  const problems = choice.kind === 'ids' ? problemsOf(unreadable, 'unknown-product') : [];
  await insertDeletion(database, { clientId, deletionId, actor, choice, problems, chosen });
  return getDeletion(database, clientId, deletionId);
}

async function countChosen(
  deps: DeleteDeps,
  clientId: ClientId,
  choice: Pick<FilterChoice, 'filter' | 'except'>,
): Promise<number> {
  const { count } = await countMatching(deps, clientId, choice.filter, undefined);
  return count - (await countExcepted(deps.database, clientId, choice));
}

/** The number of products to delete, where the caller says how many they expect; else null, and nothing is counted yet. */
async function countExpected(
  deps: DeleteDeps,
  clientId: ClientId,
  { filter, except }: Extract<DeletionChoice, { kind: 'filter' }>,
  expected: number | undefined,
): Promise<number | null> {
  const resolved = resolveFilter(await loadStructure(deps.database, clientId), filter);
  if (expected === undefined) return null;
  const countedAt = await readSettledTime(deps.database);
  const count = await countChosen(deps, clientId, { filter: resolved, except });
  if (count === expected) return count;
  throw new PimentoError(problem('count-differs', { kind: 'deletion', count, expected }), {
    count,
    countedAt: countedAt.toISOString(),
  });
}

/** The next products that match, in id order. */
async function nextMatching(
  transaction: Transaction,
  { clock }: DeleteDeps,
  { clientId, reached }: Deletion,
  choice: FilterChoice,
): Promise<ProductId[]> {
  const found = await findMatchingIds(
    { clock, connection: transaction },
    { clientId, filter: choice.filter, predicate: isChosen(choice), after: reached, limit: batchProducts },
  );
  return found.length === 0 ? [] : firstOf(transaction, clientId, found);
}

/** The next batch: which products are to be locked, and which of the locked ones are to go. */
async function deleteBatch(transaction: Transaction, deps: DeleteDeps, deletion: Deletion): Promise<void> {
  const { clientId, choice } = deletion;
  const byFilter =
    choice.kind === 'ids'
      ? undefined
      : {
          filter: resolveFilter(await loadStructure(transaction, clientId), choice.filter),
          except: choice.except,
          asOf: choice.asOf,
          startedAt: deletion.startedAt,
        };
  if (byFilter && deletion.chosen === null) {
    await saveChosen(transaction, deletion, await countChosen(deps, clientId, byFilter));
    return;
  }
  const candidates =
    choice.kind === 'ids'
      ? await nextNamed(transaction, deletion, choice.productIds)
      : byFilter
        ? await nextMatching(transaction, deps, deletion, byFilter)
        : [];
  const reached = candidates.at(-1);
  if (reached === undefined) {
    await finishDeletion(transaction, deletion, null);
    return;
  }
  const locked = await lockProductRows(transaction, clientId, candidates);
  const doomed = byFilter ? await stillMatching(transaction, clientId, byFilter, locked) : locked;
  const gone = new Set(doomed);
  const kept = candidates.filter((productId) => !gone.has(productId));
  await deleteLocked(transaction, deps.clock, deletion, doomed);
  await saveBatch(transaction, deletion, {
    reached,
    deleted: doomed.length,
    problems: problemsOf(kept, byFilter ? 'changed-meanwhile' : 'unknown-product'),
  });
}

/**
 * Takes up a deletion and deletes its next products. A batch that lost against somebody else is simply left for the next call.
 * @returns false where there was nothing to do
 */
export async function deleteNext(deps: DeleteDeps): Promise<boolean> {
  try {
    return await transaction(deps.database, async (transaction) => {
      const deletion = await lockNextDeletion(transaction);
      if (!deletion) return false;
      try {
        await deleteBatch(transaction, deps, deletion);
      } catch (error) {
        // thrown before anything was written: an attribute of the filter is no longer defined
        if (!(error instanceof PimentoError)) throw error;
        await finishDeletion(transaction, deletion, { code: error.code, message: error.message, params: error.params });
      }
      return true;
    });
  } catch (error) {
    if (!isSerializationConflict(error)) throw error;
    return true;
  }
}
