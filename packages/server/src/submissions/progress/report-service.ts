import type { ItemProblem, SubmissionHead } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { lockConnection, saveLastChange } from '../../channels/index.ts';
import {
  type Clock,
  type Connection,
  type Database,
  isUuid,
  PimentoError,
  type AdapterId,
  type Transaction,
  transaction,
  productIdOf,
} from '../../platform/index.ts';
import { applyItems, applyRest } from './channel-product-store.ts';
import { findItems, findSubmittedIds, saveItems } from './item-store.ts';
import { foldItems, judgeReport, judgeStatus, type Report } from './report-rules.ts';
import { findClientOf, findSubmission, lockSubmission, recordFetched, saveProgress } from './submission-store.ts';
import type { ItemWrite, SubmissionRow } from '../submission-types.ts';

export interface ReportDeps {
  database: Database;
  clock: Clock;
}

export const unknownSubmission = (submissionId: string) =>
  new PimentoError(problem('unknown-submission', { submissionId }));

export function headView(row: SubmissionRow): SubmissionHead {
  const { submissionId, clientId, channelId, accountId, comment, productCount, batchSize, status } = row;
  return {
    submissionId,
    clientId,
    channelId,
    accountId,
    created: row.createdAt.toISOString(),
    comment,
    productCount,
    batchSize,
    status,
  };
}

/** Gets a submission of this adapter's channels. @throws PimentoError unknown-submission */
export async function getOwnSubmission(
  connection: Connection,
  adapterId: AdapterId,
  submissionId: string,
): Promise<SubmissionRow> {
  const clientId = isUuid(submissionId) ? await findClientOf(connection, adapterId, submissionId) : undefined;
  const submission = clientId === undefined ? undefined : await findSubmission(connection, { clientId, submissionId });
  if (!submission) throw unknownSubmission(submissionId);
  return submission;
}

/**
 * Returns a submission to the adapter that delivers it. After this call the submission cannot be cancelled.
 * @throws PimentoError unknown-submission
 */
export async function fetchSubmission(
  deps: ReportDeps,
  adapterId: AdapterId,
  submissionId: string,
): Promise<SubmissionRow> {
  const submission = await getOwnSubmission(deps.database, adapterId, submissionId);
  if (submission.fetchedAt !== null || submission.status === 'Cancelled') return submission;
  await recordFetched(deps.database, submission, deps.clock.now());
  // the submission may have been cancelled in the meantime
  return getOwnSubmission(deps.database, adapterId, submissionId);
}

function refuseUnknown(report: Report, indexes: ReadonlyMap<string, number>, submitted: ReadonlySet<string>): void {
  const errors = report.items
    .filter((item) => !submitted.has(item.productId))
    .map(({ productId }): ItemProblem => {
      const index = indexes.get(productId) ?? 0;
      const unknown = problem('unknown-product', { kind: 'submission', productId });
      return { ...unknown, path: `/items/${index}/productId`, productId, index };
    });
  if (errors.length === 0) return;
  throw new PimentoError(problem('invalid-values', { kind: 'report', count: errors.length }), { errors });
}

/** Updates the channel states of the products, except those that were submitted again since. */
async function updateProductStates(
  transaction: Transaction,
  context: { lastChange: number | undefined; at: Date },
  submission: SubmissionRow,
  items: readonly ItemWrite[],
  endsRest: boolean,
): Promise<void> {
  const { lastChange, at } = context;
  if (lastChange === undefined) return;
  const { submissionId, restResult } = submission;
  const key = { clientId: submission.clientId, channelId: submission.channelId };
  let changes = items.length === 0 ? 0 : await applyItems(transaction, { ...key, lastChange, at }, submissionId, items);
  if (endsRest && restResult !== null) {
    const message = submission.messages.at(-1) ?? null;
    changes += await applyRest(transaction, { ...key, lastChange: lastChange + changes, at }, submissionId, {
      state: restResult,
      message,
    });
  }
  if (changes > 0) await saveLastChange(transaction, key, lastChange + changes);
}

/**
 * Applies an adapter's report on a submission. Repeated reports and reports on a cancelled submission change nothing.
 * @throws PimentoError unknown-submission, invalid-values
 */
export async function reportSubmission(
  deps: ReportDeps,
  adapterId: AdapterId,
  submissionId: string,
  given: Report,
): Promise<SubmissionRow> {
  const known = await getOwnSubmission(deps.database, adapterId, submissionId);
  const indexes = new Map(given.items.map((item, index) => [item.productId, index]));
  const report = { ...given, items: foldItems(given.items) };
  return transaction(deps.database, async (transaction) => {
    const lastChange = await lockConnection(transaction, known);
    const submission = await lockSubmission(transaction, known);
    if (!submission) throw unknownSubmission(submissionId);
    if (submission.status === 'Cancelled') return submission;
    const productIds = report.items.map((item) => productIdOf(item.productId));
    refuseUnknown(report, indexes, await findSubmittedIds(transaction, submission, productIds));
    const { progress, items } = judgeReport(submission, report, await findItems(transaction, submission, productIds));
    const at = deps.clock.now();
    const next: SubmissionRow = {
      ...submission,
      ...progress,
      status: judgeStatus(progress),
      fetchedAt: submission.fetchedAt ?? at,
      finishedAt: submission.finishedAt ?? (progress.isFinal ? at : null),
    };
    if (items.length > 0) await saveItems(transaction, submission, items, at);
    await saveProgress(transaction, next);
    await updateProductStates(
      transaction,
      { lastChange, at },
      next,
      items,
      submission.restResult === null && progress.restResult !== null,
    );
    return next;
  });
}
