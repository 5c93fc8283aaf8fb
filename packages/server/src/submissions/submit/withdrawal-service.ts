import { requireOneMore } from '../../access/index.ts';
import type { WithdrawAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { lockConnection, saveLastChange, unknownConnection } from '../../channels/index.ts';
import { addEvents } from '../../events/index.ts';
import { limitLockWaits, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { markWithdrawing } from '../progress/channel-product-store.ts';
import { createSubmissionRow } from '../progress/submission-store.ts';
import type { WithdrawalChoice } from '../snapshot/product-choice-views.ts';
import { takeWithdrawal } from '../snapshot/withdrawal-store.ts';
import { skipsOf } from './skip-rules.ts';
import {
  chooseAccount,
  requireConnection,
  requireCount,
  type SubmitDeps,
  submitLockWaitMs,
  type SubmitRequest,
} from './submit-service.ts';
import { submitOnce } from './submit-once-service.ts';

export type WithdrawRequest = Omit<SubmitRequest, 'choice'> & { choice: WithdrawalChoice };

/**
 * Withdraws products in its own transaction.
 * @throws PimentoError idempotency-key-reused, and the errors of `withdrawProducts`
 */
export function withdrawNow(deps: SubmitDeps, request: WithdrawRequest): Promise<WithdrawAnswer> {
  return transaction(deps.database, async (opened) => {
    await limitLockWaits(opened, submitLockWaitMs);
    return submitOnce(deps.clock, opened, request.once, () => withdrawProducts(deps, opened, request));
  });
}

/**
 * Requests the removal of products from the channel by the adapter. In the given transaction, writes a submission with their external ids,
 * sets their states on the channel, and adds the adapter's event to the outbox.
 * @throws PimentoError unknown-channel, unknown-connection, not-found, quota-exceeded, unknown-account, invalid-body, not-possible-now,
 * count-differs
 */
export async function withdrawProducts(
  deps: SubmitDeps,
  transaction: Transaction,
  request: WithdrawRequest,
): Promise<WithdrawAnswer> {
  const { key, comment, origin, actor } = request;
  const channel = await requireConnection(transaction, key);
  if (!channel.capabilities.includes('withdraw'))
    throw new PimentoError(problem('not-found', { kind: 'withdrawals', channelId: key.channelId }));
  await requireOneMore(transaction, key.clientId, 'events');
  const lastChange = await lockConnection(transaction, key);
  if (lastChange === undefined) throw unknownConnection(key.channelId);
  const { accountId, name: accountName } = await chooseAccount(transaction, key, request.accountId);
  const submissionId = deps.clock.newId();
  const { count, hash, ...skipped } = await takeWithdrawal(transaction, key, submissionId, request.choice);
  const skips = skipsOf(request.choice, skipped);
  requireCount(request.expected, count);
  if (count === 0) return { submissionId: null, withdrawn: 0, ...skips };
  const at = deps.clock.now();
  await createSubmissionRow(transaction, channel.adapterId, {
    ...key,
    submissionId,
    accountId,
    accountName,
    comment,
    operation: 'withdraw',
    origin,
    actor,
    productCount: count,
    batchSize: channel.batchSize,
    snapshotHash: hash,
    createdAt: at,
    rulesetNo: null,
  });
  const changes = await markWithdrawing(transaction, { ...key, lastChange, at }, submissionId);
  await saveLastChange(transaction, key, lastChange + changes);
  const data = { submissionId, accountId, productCount: count, comment, operation: 'withdraw' };
  await addEvents(transaction, channel.adapterId, [{ ...key, eventType: 'SUBMIT_EVENT', subject: submissionId, data }]);
  return { submissionId, withdrawn: count, ...skips };
}
