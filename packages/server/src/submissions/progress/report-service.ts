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
import { applyItems, applyRest } from './reported-state-store.ts';
import { findItems, findSubmittedIds, saveItems } from './item-store.ts';
import { type PlacedItem, separateUnknown } from './report-item-rules.ts';
import { foldItems, judgeReport } from './report-rules.ts';
import { findClientOf, findSubmission, lockSubmission, recordFetched, saveProgress } from './submission-store.ts';
import type { ItemWrite, ReportStatus, SubmissionRow } from '../submission-types.ts';

export interface ReportDeps {
  database: Database;
  clock: Clock;
}

export const unknownSubmission = (submissionId: string) =>
  new PimentoError(problem('unknown-submission', { submissionId }));

export function headView(row: SubmissionRow): SubmissionHead {
  const { submissionId, clientId, channelId, accountId, comment, productCount, batchSize, status, operation } = row;
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
    // Included only for withdrawals, so that nothing changes for adapters that do not support withdrawals.
    ...(operation === 'withdraw' ? { operation } : {}),
  };
}

/**
 * Returns true if a submission must no longer be delivered, because it was cancelled, or because it failed before its adapter fetched it.
 */
export const isClosed = ({ status, fetchedAt }: SubmissionRow) =>
  status === 'Cancelled' || (status === 'Failed' && fetchedAt === null);

/** Returns a submission that was sent to one of this adapter's channels. @throws PimentoError unknown-submission */
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
 * Returns a submission for delivery by its adapter. After this call the submission cannot be cancelled.
 * @throws PimentoError unknown-submission
 */
export async function fetchSubmission(
  deps: ReportDeps,
  adapterId: AdapterId,
  submissionId: string,
): Promise<SubmissionRow> {
  const submission = await getOwnSubmission(deps.database, adapterId, submissionId);
  if (submission.fetchedAt !== null || isClosed(submission)) return submission;
  await recordFetched(deps.database, submission, deps.clock.now());
  // Read again, because the submission may have been cancelled since it was read.
  return getOwnSubmission(deps.database, adapterId, submissionId);
}

/** Updates the channel states of the products, except products that a newer submission contains. */
async function updateProductStates(
  transaction: Transaction,
  context: { lastChange: number | undefined; at: Date },
  submission: SubmissionRow,
  items: readonly ItemWrite[],
  endsRest: boolean,
): Promise<void> {
  const { lastChange, at } = context;
  if (lastChange === undefined) return;
  const { restResult } = submission;
  const key = { clientId: submission.clientId, channelId: submission.channelId };
  let changes = items.length === 0 ? 0 : await applyItems(transaction, { ...key, lastChange, at }, submission, items);
  if (endsRest && restResult !== null) {
    const message = submission.messages.at(-1) ?? null;
    changes += await applyRest(transaction, { ...key, lastChange: lastChange + changes, at }, submission, {
      state: restResult,
      message,
    });
  }
  if (changes > 0) await saveLastChange(transaction, key, lastChange + changes);
}

/** Maximum number of refused items in a response. */
const maxListedRefusals = 1_000;

export interface ReceivedReport {
  status: ReportStatus;
  message: string | null;
  items: readonly PlacedItem[];
  /** Items that could not be read. */
  refused: readonly ItemProblem[];
}

/** Refuses a report if all of its items were refused, because without items it would apply to the whole submission. */
function refuseEmpty(report: ReceivedReport, refused: readonly ItemProblem[]): void {
  const count = report.items.length + report.refused.length;
  if (count === 0 || refused.length < count) return;
  throw new PimentoError(problem('invalid-values', { kind: 'report', count }), {
    errors: refused.slice(0, maxListedRefusals),
  });
}

/**
 * Applies an adapter's report on a submission. Repeated reports and reports on a closed submission change nothing.
 * @throws PimentoError unknown-submission, invalid-values
 * @returns the submission, and the first 1,000 items that were refused, in the order of the report
 */
export async function reportSubmission(
  deps: ReportDeps,
  adapterId: AdapterId,
  submissionId: string,
  report: ReceivedReport,
): Promise<{ submission: SubmissionRow; refused: ItemProblem[] }> {
  const known = await getOwnSubmission(deps.database, adapterId, submissionId);
  return transaction(deps.database, async (transaction) => {
    const lastChange = await lockConnection(transaction, known);
    const submission = await lockSubmission(transaction, known);
    if (!submission) throw unknownSubmission(submissionId);
    if (isClosed(submission)) return { submission, refused: [] };
    const named = report.items.map(({ item }) => productIdOf(item.productId));
    const readable = separateUnknown(report.items, await findSubmittedIds(transaction, submission, named));
    const refused = [...report.refused, ...readable.refused].toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
    refuseEmpty(report, refused);
    const { status, message } = report;
    const folded = { status, message, items: foldItems(readable.items) };
    const { progress, items } = judgeReport(submission, folded, await findItems(transaction, submission, named));
    const at = deps.clock.now();
    const next: SubmissionRow = {
      ...submission,
      ...progress,
      fetchedAt: submission.fetchedAt ?? at,
      finishedAt: submission.finishedAt ?? (progress.isFinal ? at : null),
    };
    if (items.length > 0) await saveItems(transaction, submission, items, at);
    await saveProgress(transaction, next);
    const endsRest = submission.restResult === null && progress.restResult !== null;
    await updateProductStates(transaction, { lastChange, at }, next, items, endsRest);
    return { submission: next, refused: refused.slice(0, maxListedRefusals) };
  });
}
