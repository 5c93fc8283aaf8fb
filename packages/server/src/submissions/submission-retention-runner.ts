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

/**
 * The submission that is being deleted. First, it is recorded as gone in the states of its products, up to the id `marked` so far. Then
 * `marked` is null, and its products are deleted.
 */
type SubmissionCursor = OldSubmission & { marked: string | null };

/** Maximum number of products in a batch, which takes about 100 ms. Each submission counts as one more product. */
const batch = 5_000;
/** Maximum number of submissions in a batch. */
const submissionsAtOnce = 100;

/**
 * Takes the next step for a submission, with at most `limit` products.
 * @returns `cursor` for the next step; undefined if the submission is gone, or cannot be deleted any more. `deleted`: 1 if the row of the
 * submission was deleted in this step
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
  // the connection is locked before the submission, as in `reportSubmission`, so that the two cannot deadlock
  await lockConnection(opened, old);
  if (!(await lockDeletable(opened, old, before))) return { cursor: undefined, products: 1, deleted: 0 };
  const { last, products } = await markGone(opened, old, { after: marked, limit });
  if (products === limit) return { cursor: { ...old, marked: last }, products, deleted: 0 };
  await onDeleted(opened, old);
  await deleteSubmissionRow(opened, old);
  return { cursor: { ...old, marked: null }, products: products + 1, deleted: 1 };
}

/**
 * Deletes old submissions, oldest first. One batch deletes submissions of one connection only, because a transaction locks at most one
 * connection.
 * @returns true if more may be left
 */
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
