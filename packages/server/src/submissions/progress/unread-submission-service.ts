import { neverPickedUp, neverReported } from '@pimento/contract';
import { lockConnection, saveLastChange } from '../../channels/index.ts';
import type { PurgedEvent } from '../../events/index.ts';
import type { Transaction } from '../../platform/index.ts';
import type { SubmissionRow } from '../submission-types.ts';
import type { ChangeContext } from './state-write-store.ts';
import { markReadyAgain } from './channel-product-store.ts';
import { followRestored, restoreStates } from './restored-state-store.ts';
import { lockSubmission, saveProgress } from './submission-store.ts';

/**
 * Ends a submission that has no reports and whose SUBMIT_EVENT was purged unread. Its products become Ready again, and then follow their
 * current evaluations. The products of a withdrawal return to their previous states.
 */
export async function failUnreadSubmission(
  transaction: Transaction,
  { clientId, channelId, data }: Pick<PurgedEvent, 'clientId' | 'channelId' | 'data'>,
  at: Date,
): Promise<void> {
  const { submissionId } = data as { submissionId: string }; // a SUBMIT_EVENT has data of this type
  const key = { clientId, channelId };
  const lastChange = await lockConnection(transaction, key);
  const submission = await lockSubmission(transaction, { clientId, submissionId });
  if (submission?.status !== 'Submitted') return;
  const message = submission.fetchedAt === null ? neverPickedUp : neverReported;
  const failed: SubmissionRow = {
    ...submission,
    status: 'Failed',
    reported: 'Error',
    isFinal: true,
    restResult: 'Returned',
    messages: [...submission.messages, message],
    finishedAt: at,
  };
  await saveProgress(transaction, failed);
  if (lastChange === undefined) return;
  const context = { ...key, lastChange, at };
  const changes =
    submission.operation === 'withdraw'
      ? await restoreStates(transaction, context, submissionId)
      : await markReadyAndFollow(transaction, context, submissionId, message);
  await saveLastChange(transaction, key, lastChange + changes);
}

async function markReadyAndFollow(
  transaction: Transaction,
  context: ChangeContext,
  submissionId: string,
  message: string,
): Promise<number> {
  const changes = await markReadyAgain(transaction, context, submissionId, message);
  return changes + (await followRestored(transaction, context, changes));
}
