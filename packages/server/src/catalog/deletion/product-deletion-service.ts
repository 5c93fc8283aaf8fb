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
  describeAct,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { loadStructure } from '../../structure/index.ts';
import { type DeleteDeps, deleteLocked } from './product-delete-service.ts';
import { lockProductRows } from './product-delete-store.ts';
import {
  appendPart,
  finishDeletion,
  insertDeletion,
  lockNextDeletion,
  postponeDeletion,
  saveBatch,
} from './product-deletion-store.ts';
import type { Deletion, DeletionChoice, DeletionProblem } from './product-deletion-types.ts';
import { findDeletion } from './product-deletion-views.ts';
import { resolveFilter } from '../views/product-filter-rules.ts';
import { findProductIds } from '../views/product-id-views.ts';
import { getSettledTime } from '../views/settled-time-views.ts';
import { countChosen, findStep } from './product-deletion-step-service.ts';

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

/** Splits strings into valid product ids and invalid strings. Invalid strings are returned in a form that the database can store. */
async function partitionIds(
  connection: Connection,
  clientId: ClientId,
  texts: readonly string[],
): Promise<{ valid: ProductId[]; invalid: string[] }> {
  const valid = new Set<ProductId>();
  const invalid = new Set<string>();
  for (const [text, productId] of await findProductIds(connection, clientId, texts)) {
    if (productId === undefined) invalid.add(toStorableText(text));
    else valid.add(productId);
  }
  return { valid: [...valid], invalid: [...invalid] };
}

const problemsOf = (productIds: readonly string[], code: DeletionProblem['code']): DeletionProblem[] =>
  productIds.map((productId) => ({
    productId,
    ...(code === 'unknown-product'
      ? problem(code, { kind: 'catalog', productId })
      : problem(code, { kind: 'product', productId })),
  }));

/**
 * Stores a deletion request. The runner deletes the products later.
 * @throws PimentoError invalid-parameter if the filter has an invalid condition; count-differs (parameters `count` and `countedAt`);
 * query-too-slow
 */
export async function startDeletion(
  deps: DeleteDeps,
  caller: { clientId: ClientId; actor: string },
  request: {
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
  const { valid, invalid } = await partitionIds(database, clientId, request.productIds ?? request.except ?? []);
  const choice: DeletionChoice =
    request.productIds === undefined
      ? {
          kind: 'filter',
          filter: request.filter ?? {},
          except: valid,
          asOf: request.asOf === undefined ? null : new Date(request.asOf),
        }
      : { kind: 'ids', productIds: valid };
  const chosen = choice.kind === 'filter' ? await countExpected(deps, clientId, choice, request.expected) : null;
  const problems = choice.kind === 'ids' ? problemsOf(invalid, 'unknown-product') : [];
  const { productIds, filter, expected } = request;
  describeAct({
    object: deletionId,
    after: productIds ? { productIds: productIds.length } : { filter, expected },
  });
  await transaction(database, (opened) =>
    insertDeletion(opened, { clientId, deletionId, actor, choice, problems, chosen }),
  );
  return getDeletion(database, clientId, deletionId);
}

/**
 * Stores the deletion of the products that an import created and that have not changed since. The calling code must wake the runner after
 * the commit.
 */
export async function insertCreatedDeletion(
  opened: Transaction,
  { clock }: Pick<DeleteDeps, 'clock'>,
  { clientId, actor }: { clientId: ClientId; actor: string },
  jobId: string,
): Promise<string> {
  const deletionId = clock.newId();
  const choice = { kind: 'created', jobId } as const;
  await insertDeletion(opened, { clientId, deletionId, actor, choice, problems: [], chosen: null });
  return deletionId;
}

/**
 * Validates the filter, and counts the products to delete if the request has an expected count. Without an expected count, returns null,
 * and the runner counts the products.
 * @throws PimentoError invalid-parameter, count-differs, query-too-slow
 */
async function countExpected(
  deps: DeleteDeps,
  clientId: ClientId,
  { filter, except }: Extract<DeletionChoice, { kind: 'filter' }>,
  expected: number | undefined,
): Promise<number | null> {
  const resolved = resolveFilter(await loadStructure(deps.database, clientId), filter);
  if (expected === undefined) return null;
  const countedAt = await getSettledTime(deps.database);
  const count = await countChosen(deps, clientId, { filter: resolved, except });
  if (count === expected) return count;
  throw new PimentoError(problem('count-differs', { kind: 'deletion', count, expected }), {
    count,
    countedAt: countedAt.toISOString(),
  });
}

/**
 * Runs the next step of a deletion. The first step of a deletion by filter counts the products if they have not been counted. Every other
 * step, and the first step if the count takes too long, locks the next candidates and deletes those that still match the request. The last
 * step finds no more products and finishes the deletion.
 */
async function deleteBatch(transaction: Transaction, deps: DeleteDeps, deletion: Deletion): Promise<void> {
  const step = await findStep(transaction, deps, deletion);
  if (step === undefined) return;
  const { candidates, reached, keptAs } = step;
  if (reached === undefined) {
    await finishDeletion(transaction, deletion, null);
    return;
  }
  const locked = await lockProductRows(transaction, deletion.clientId, candidates);
  const toDelete = await step.stillChosen(locked);
  const deleted = new Set(toDelete);
  // Products that another deletion has deleted meanwhile do not count as kept, unless the request names them.
  const kept = (keptAs === 'unknown-product' ? candidates : locked).filter((productId) => !deleted.has(productId));
  await appendPart(transaction, deletion, await deleteLocked(transaction, deps.clock, deletion, toDelete));
  await saveBatch(transaction, deletion, { reached, deleted: toDelete.length, problems: problemsOf(kept, keptAs) });
}

/**
 * Claims an open deletion and runs its next step. After a serialization conflict the next call retries the step.
 * @returns false if there is no open deletion, or if other processes have claimed all of them
 */
export async function deleteNext(deps: DeleteDeps): Promise<boolean> {
  const claimed: { deletion?: Deletion } = {};
  try {
    return await transaction(deps.database, async (transaction) => {
      const deletion = await lockNextDeletion(transaction);
      if (!deletion) return false;
      claimed.deletion = deletion;
      try {
        await deleteBatch(transaction, deps, deletion);
      } catch (error) {
        // The deletion cannot run, for example because the filter uses an attribute whose definition was deleted. Nothing has been written
        // yet.
        if (!(error instanceof PimentoError)) throw error;
        await finishDeletion(transaction, deletion, { code: error.code, message: error.message, params: error.params });
      }
      return true;
    });
  } catch (error) {
    if (isSerializationConflict(error)) return true;
    const { deletion } = claimed;
    // Without this, a deletion that always fails would stop the deletions of all clients.
    if (deletion) await transaction(deps.database, (opened) => postponeDeletion(opened, deletion));
    throw error;
  }
}
