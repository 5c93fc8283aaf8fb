import type { SubmitAnswer } from '@pimento/contract';
import { limitLockWaits, transaction } from '../../platform/index.ts';
import { bringUpToDate, type GateDeps } from '../../readiness/index.ts';
import { isChosen } from '../snapshot/product-choice-views.ts';
import {
  OutdatedEvaluationsError,
  type SubmitDeps,
  submitLockWaitMs,
  submitProducts,
  type SubmitRequest,
} from './submit-service.ts';
import { findEarlierAnswer, submitOnce } from './submit-once-service.ts';

/** The dependencies of submits, and the evaluations that a submit waits for. */
export type GatedSubmitDeps = SubmitDeps & Pick<GateDeps, 'evaluations'>;

/** Maximum time that a submit waits for evaluations. After this time, products without a current evaluation are skipped. */
const maxWaitMs = 30_000;
const maxRepeats = 2;

/**
 * Submits products in its own transaction. On a gated connection, first evaluates the chosen products whose evaluations are not current. If
 * products change between the evaluation and the submit, the transaction is rolled back and both steps are repeated, at most twice.
 * @throws PimentoError idempotency-key-reused, and the errors of `submitProducts`
 */
export async function submitNow(deps: GatedSubmitDeps, request: SubmitRequest): Promise<SubmitAnswer> {
  const earlier = (await findEarlierAnswer(deps, request.once)) as SubmitAnswer | undefined; // stored below
  if (earlier) return earlier;
  const until = deps.clock.monotonic() + maxWaitMs;
  for (let repeat = 0; ; repeat += 1) {
    await bringUpToDate(deps, request.key, isChosen(request.key, request.choice), until);
    const repeats = repeat < maxRepeats && deps.clock.monotonic() < until;
    try {
      return await transaction(deps.database, async (opened) => {
        await limitLockWaits(opened, submitLockWaitMs);
        return submitOnce(deps.clock, opened, request.once, () => submitProducts(deps, opened, request, { repeats }));
      });
    } catch (error) {
      if (!(error instanceof OutdatedEvaluationsError)) throw error;
    }
  }
}
