import type { SimulatedGateway } from '../simulator/simulated-gateway.ts';
import type { Evidence, SubmissionEvidence } from './evidence.ts';
import { poisonPrefix, type Target } from './target.ts';
import { goneClient } from './verify-scenario.ts';

/** Every submission with what should have become of it, and what did. */
export function describeSubmissions(gateway: SimulatedGateway, target: Target): SubmissionEvidence[] {
  const refused = Map.groupBy(target.refusedProducts(), (one) => one.submissionId);
  return [...gateway.submissions.values()].map((submission, index) => {
    const { submissionId, clientId, status } = submission.head();
    const productIds = submission.submittedIds;
    const isPoison = target.canRefuse && productIds.some((id) => id.startsWith(poisonPrefix));
    const items = [...submission.items.values()];
    return {
      submissionId,
      clientId,
      place: index + 1,
      productIds: [...productIds],
      fate: status === 'Cancelled' ? 'pass over' : clientId === goneClient ? 'remove' : isPoison ? 'refuse' : 'deliver',
      isSettled: submission.isSettled(),
      isFailed: submission.isFailed(),
      refusedItems: items
        .filter((item) => item.status === 'Returned' || item.status === 'Rejected')
        .map((item) => item.productId),
      refusedByTarget: (refused.get(submissionId) ?? []).map((one) => one.productId),
    };
  });
}

/** @param goodPassword undefined where the target cannot tell a good password from a bad one: then any answer will do */
export function listAccounts(gateway: SimulatedGateway, goodPassword: string | undefined): Evidence['accounts'] {
  return gateway.accounts().map((account) => {
    const expected = account.password === goodPassword ? 'Connected' : 'Failed';
    const { accountId, clientId } = account.place;
    return { accountId, clientId, state: account.state, expected: goodPassword === undefined ? undefined : expected };
  });
}
