import type { SubmitAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { lockConnection, saveLastChange } from '../../channels/index.ts';
import { type Connection, isUuid, PimentoError, transaction } from '../../platform/index.ts';
import { restoreStates } from '../progress/restored-state-store.ts';
import { unknownSubmission } from '../progress/report-service.ts';
import { findSubmission, lockSubmission, saveProgress } from '../progress/submission-store.ts';
import type { SubmissionKey, SubmissionRow } from '../submission-types.ts';
import { type GatedSubmitDeps, submitNow } from './gated-submit-service.ts';
import type { SubmitKey } from './submit-key-store.ts';
import type { SubmitDeps, SubmitRequest } from './submit-service.ts';
import { withdrawNow, type WithdrawRequest } from './withdrawal-service.ts';

/** @throws PimentoError unknown-submission */
export async function getSubmission(connection: Connection, key: SubmissionKey): Promise<SubmissionRow> {
  const submission = isUuid(key.submissionId) ? await findSubmission(connection, key) : undefined;
  if (!submission) throw unknownSubmission(key.submissionId);
  return submission;
}

/**
 * Cancels a submission that its adapter has not fetched, and restores the previous states of its products.
 * @throws PimentoError unknown-submission, not-possible-now
 */
export async function cancelSubmission(deps: SubmitDeps, key: SubmissionKey): Promise<SubmissionRow> {
  const { channelId } = await getSubmission(deps.database, key);
  return transaction(deps.database, async (transaction) => {
    const connectionKey = { clientId: key.clientId, channelId };
    const lastChange = await lockConnection(transaction, connectionKey);
    const submission = await lockSubmission(transaction, key);
    if (!submission) throw unknownSubmission(key.submissionId);
    if (submission.status === 'Cancelled') return submission;
    if (submission.status !== 'Submitted' || submission.fetchedAt !== null) {
      throw new PimentoError(problem('not-possible-now', { kind: 'submission-fetched' }));
    }
    const at = deps.clock.now();
    const cancelled: SubmissionRow = { ...submission, status: 'Cancelled', finishedAt: at };
    await saveProgress(transaction, cancelled);
    if (lastChange !== undefined) {
      const changes = await restoreStates(transaction, { ...connectionKey, lastChange, at }, key.submissionId);
      await saveLastChange(transaction, connectionKey, lastChange + changes);
    }
    return cancelled;
  });
}

/**
 * Resubmits the products that a submission failed to deliver, in their current state, to the same or a different account. If the submission
 * was a withdrawal, requests their withdrawal again.
 * @throws PimentoError unknown-submission, and the errors of `submitProducts` or `withdrawProducts`
 */
export async function resubmitFailed(
  deps: GatedSubmitDeps,
  key: SubmissionKey,
  request: { comment: string | null; actor: string; accountId: string | undefined; once: SubmitKey | undefined },
): Promise<SubmitAnswer> {
  const { channelId, accountId, operation } = await getSubmission(deps.database, key);
  const again: SubmitRequest & WithdrawRequest = {
    ...request,
    key: { clientId: key.clientId, channelId },
    choice: { kind: 'failed', submissionId: key.submissionId },
    accountId: request.accountId ?? accountId,
    origin: 'resubmit',
  };
  if (operation === 'submit') return submitNow(deps, again);
  const { withdrawn, ...answer } = await withdrawNow(deps, again);
  return { ...answer, submitted: withdrawn, missingAssets: 0 };
}
