import type { SimulatedGateway } from '../simulator/simulated-gateway.ts';
import type { Evidence, SubmissionEvidence } from './evidence.ts';
import { poisonPrefix, type Target } from './target.ts';
import { goneClient } from './verify-scenario.ts';

/** Returns all submissions with their expected and actual outcomes. */
export function describeSubmissions(gateway: SimulatedGateway, target: Target): SubmissionEvidence[] {
  const refused = Map.groupBy(target.refusedProducts(), (one) => one.submissionId);
  return [...gateway.submissions.values()].map((submission, index) => {
    const { submissionId, clientId, status, operation } = submission.head();
    const productIds = submission.submittedIds;
    const isPoison = target.canRefuse && productIds.some((id) => id.startsWith(poisonPrefix));
    const items = [...submission.items.values()];
    return {
      submissionId,
      clientId,
      position: index + 1,
      productIds: [...productIds],
      fate:
        operation === 'withdraw'
          ? 'withdraw'
          : status === 'Cancelled'
            ? 'pass over'
            : clientId === goneClient
              ? 'remove'
              : isPoison
                ? 'refuse'
                : 'deliver',
      isSettled: submission.isSettled(),
      isFailed: submission.isFailed(),
      refusedItems: items
        .filter((item) => item.status === 'Returned' || item.status === 'Rejected')
        .map((item) => item.productId),
      refusedByTarget: (refused.get(submissionId) ?? []).map((one) => one.productId),
    };
  });
}

/**
 * Returns all accounts with their expected and actual states.
 * @param goodPassword undefined if the target cannot check passwords, in which case any reported result is accepted
 */
export function listAccounts(gateway: SimulatedGateway, goodPassword: string | undefined): Evidence['accounts'] {
  return gateway.accounts().map((account) => {
    const expected = account.password === goodPassword ? 'Connected' : 'Failed';
    const { accountId, clientId } = account.ids;
    return { accountId, clientId, state: account.state, expected: goodPassword === undefined ? undefined : expected };
  });
}
