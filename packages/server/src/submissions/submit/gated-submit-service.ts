import type { SubmitAnswer } from '@pimento/contract';
import { transaction } from '../../platform/index.ts';
import { bringUpToDate, type GateDeps } from '../../readiness/index.ts';
import { isChosen } from '../snapshot/product-choice-views.ts';
import { OutdatedEvaluationsError, type SubmitDeps, submitProducts, type SubmitRequest } from './submit-service.ts';

/** What submits need besides the database: evaluations that they wait for. */
export type GatedSubmitDeps = SubmitDeps & Pick<GateDeps, 'evaluations'>;

/** A submit waits for evaluations no longer than this; products without one are skipped. */
const maxWaitMs = 30_000;
const maxRepeats = 2;

/**
 * Submits products in its own transaction. On a gated connection, chosen products whose evaluation is not current are evaluated before. If
 * products change in between, the transaction is rolled back and both steps are repeated, at most twice.
 * @throws PimentoError as `submitProducts` does
 */
export async function submitNow(deps: GatedSubmitDeps, request: SubmitRequest): Promise<SubmitAnswer> {
  const until = deps.clock.monotonic() + maxWaitMs;
  for (let repeat = 0; ; repeat += 1) {
    await bringUpToDate(deps, request.key, isChosen(request.key, request.choice), until);
    const repeats = repeat < maxRepeats && deps.clock.monotonic() < until;
    try {
      return await transaction(deps.database, (opened) => submitProducts(deps, opened, request, { repeats }));
    } catch (error) {
      if (!(error instanceof OutdatedEvaluationsError)) throw error;
    }
  }
}
