import { PimentoError, type ClientId, type ProductId, type Transaction } from '../../platform/index.ts';
import { loadStructure } from '../../structure/index.ts';
import type { DeleteDeps } from './product-delete-service.ts';
import { saveChosenCount } from './product-deletion-store.ts';
import { listUnchangedCreated } from './created-product-views.ts';
import type { Deletion, DeletionProblem } from './product-deletion-types.ts';
import {
  batchProducts,
  countExcepted,
  type FilterChoice,
  limitToBatch,
  isChosen,
  listNextCreated,
  listNextNamed,
  listStillMatching,
} from './product-deletion-views.ts';
import { resolveFilter } from '../views/product-filter-rules.ts';
import { countMatching, findMatchingIds } from '../search/product-search-service.ts';

export async function countChosen(
  deps: DeleteDeps,
  clientId: ClientId,
  choice: Pick<FilterChoice, 'filter' | 'except'>,
): Promise<number> {
  const { count } = await countMatching(deps, clientId, choice.filter, undefined);
  return count - (await countExcepted(deps.database, clientId, choice));
}

/**
 * Counts the products of a deletion for its report.
 * @returns undefined if counting takes too long; the deletion then runs without a count
 */
async function countIfQuick(deps: DeleteDeps, clientId: ClientId, choice: FilterChoice): Promise<number | undefined> {
  try {
    return await countChosen(deps, clientId, choice);
  } catch (error) {
    if (error instanceof PimentoError && error.code === 'query-too-slow') return undefined;
    throw error;
  }
}

/**
 * Returns the next matching products in id order, up to one batch.
 * @returns `reached`: the id up to which all products were found; undefined at the end. `candidates` can be empty before the end, because
 * the found products can be deleted before their sizes are read.
 */
async function findNextMatching(
  transaction: Transaction,
  { clock }: DeleteDeps,
  { clientId, reached }: Deletion,
  choice: FilterChoice,
): Promise<Pick<Step, 'candidates' | 'reached'>> {
  const found = await findMatchingIds(
    { clock, connection: transaction },
    { clientId, filter: choice.filter, predicate: isChosen(clientId, choice), after: reached, limit: batchProducts },
  );
  const candidates = found.length === 0 ? [] : await limitToBatch(transaction, clientId, found);
  return { candidates, reached: candidates.at(-1) ?? found.at(-1) };
}

/** One step of a deletion. `stillChosen` returns the locked candidates that are to be deleted. */
interface Step {
  candidates: readonly ProductId[];
  /** The id up to which all products were processed, or undefined at the end of the deletion. */
  reached: ProductId | undefined;
  /** Problem code of a candidate that is kept. */
  keptAs: DeletionProblem['code'];
  stillChosen(locked: readonly ProductId[]): Promise<ProductId[]> | ProductId[];
}

/** Determines the next step. @returns undefined if the products of a deletion by filter were counted instead */
export async function findStep(
  transaction: Transaction,
  deps: DeleteDeps,
  deletion: Deletion,
): Promise<Step | undefined> {
  const { clientId, choice } = deletion;
  if (choice.kind === 'ids') {
    const candidates = await listNextNamed(transaction, deletion, choice.productIds);
    const stillChosen = (locked: readonly ProductId[]) => [...locked];
    return { candidates, reached: candidates.at(-1), keptAs: 'unknown-product', stillChosen };
  }
  if (choice.kind === 'created') {
    const next = await listNextCreated(transaction, deletion, choice.jobId);
    const stillChosen = (locked: readonly ProductId[]) =>
      listUnchangedCreated(transaction, { clientId, jobId: choice.jobId }, locked);
    return { ...next, keptAs: 'changed-meanwhile', stillChosen };
  }
  const byFilter = {
    filter: resolveFilter(await loadStructure(transaction, clientId), choice.filter),
    except: choice.except,
    asOf: choice.asOf,
    startedAt: deletion.startedAt,
  };
  if (deletion.chosen === null && deletion.reached === '') {
    const chosen = await countIfQuick(deps, clientId, byFilter);
    if (chosen !== undefined) {
      await saveChosenCount(transaction, deletion, chosen);
      return undefined;
    }
  }
  const next = await findNextMatching(transaction, deps, deletion, byFilter);
  const stillChosen = (locked: readonly ProductId[]) => listStillMatching(transaction, clientId, byFilter, locked);
  return { ...next, keptAs: 'changed-meanwhile', stillChosen };
}
