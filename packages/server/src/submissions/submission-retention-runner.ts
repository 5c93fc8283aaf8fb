import { lockConnection } from '../channels/index.ts';
import {
  type Database,
  lockRetention,
  saveRetention,
  startRetention,
  type Transaction,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import {
  deleteProducts,
  deleteSubmissionRow,
  listDeletable,
  lockDeletable,
  markGone,
  type OldSubmission,
} from './progress/submission-retention-store.ts';
import type { SubmissionKey } from './submission-types.ts';

export interface SubmissionRetentionDeps extends WorkerDeps {
  database: Database;
  /** Days for which submissions are kept after their end, with the results of their products; 0 keeps them forever. */
  days: number;
  /** Deletes what other features store about a submission. */
  onDeleted: (transaction: Transaction, key: SubmissionKey) => Promise<void>;
}

/** The submission that is being deleted: first it is recorded in the states of its products after `marked`, then they are deleted. */
type SubmissionCursor = OldSubmission & { marked: string | null };

/** Products in a batch, which takes about 100 ms. A submission counts as at least one product. */
const batch = 5_000;
/** Maximum number of submissions in a batch. */
const submissionsAtOnce = 100;

/**
 * Takes the next step for a submission, with at most `limit` products.
 * @returns `cursor` for the next step; undefined if the submission is gone, or cannot be deleted any more. `deleted`: 1 if the submission
 * itself was deleted in this step. Its products are not counted, like the errors of a deleted import
 */
async function takeStep(
  opened: Transaction,
  { onDeleted }: SubmissionRetentionDeps,
  { marked, ...old }: SubmissionCursor,
  { before, limit }: { before: Date; limit: number },
): Promise<{ cursor: SubmissionCursor | undefined; products: number; deleted: 0 | 1 }> {
  if (marked === null) {
    const products = await deleteProducts(opened, old, limit);
    return { cursor: products === limit ? { ...old, marked } : undefined, products: products + 1, deleted: 0 };
  }
  // in the order of reports, which lock the connection first
  await lockConnection(opened, old);
  if (!(await lockDeletable(opened, old, before))) return { cursor: undefined, products: 1, deleted: 0 };
  const { last, products } = await markGone(opened, old, { after: marked, limit });
  if (products === limit) return { cursor: { ...old, marked: last }, products, deleted: 0 };
  await onDeleted(opened, old);
  await deleteSubmissionRow(opened, old);
  return { cursor: { ...old, marked: null }, products: products + 1, deleted: 1 };
}

/** Deletes old submissions of one connection, oldest first, because a transaction locks one connection at most. @returns true if more may be left */
async function deleteBatch(opened: Transaction, deps: SubmissionRetentionDeps, before: Date): Promise<boolean> {
  const state = await lockRetention<SubmissionCursor>(opened, 'submissions');
  if (!state) return false;
  const listed = state.cursor ? [] : await listDeletable(opened, before, submissionsAtOnce);
  const queue = listed
    .filter(({ clientId, channelId }) => clientId === listed[0]?.clientId && channelId === listed[0].channelId)
    .map((old): SubmissionCursor => ({ ...old, marked: '' }));
  const isPart = queue.length < listed.length || listed.length === submissionsAtOnce;
  let cursor = state.cursor ?? queue.shift();
  if (!cursor) return false;
  let deleted = 0;
  for (let left = batch; cursor && left > 0;) {
    const step = await takeStep(opened, deps, cursor, { before, limit: left });
    left -= step.products;
    deleted += step.deleted;
    cursor = step.cursor ?? queue.shift();
  }
  await saveRetention(opened, 'submissions', { cursor: cursor ?? null, deleted });
  return cursor !== undefined || state.cursor !== null || isPart;
}

/** Starts the worker that deletes submissions that ended long ago. Several processes can run it on one database. */
export function startSubmissionRetention(deps: SubmissionRetentionDeps): Worker {
  const { days } = deps;
  return startRetention(deps, { name: 'deletion of old submissions', days }, (opened, before) =>
    deleteBatch(opened, deps, before),
  );
}
