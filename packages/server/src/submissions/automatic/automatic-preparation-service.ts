import { bringUpToDate } from '../../readiness/index.ts';
import { isOnChannel } from '../snapshot/product-choice-views.ts';
import type { GatedSubmitDeps } from '../submit/gated-submit-service.ts';
import { findNextDue } from './automatic-store.ts';

/**
 * Maximum time that an automatic submit waits for evaluations, in milliseconds. The time is short, because the automatic submits of other
 * connections wait as well. Products that are not evaluated in time are submitted by a later run.
 */
const maxWaitMs = 5_000;

/** Evaluates the products of the connection whose rules are due next. Call this before the transaction that runs the rules. */
export async function prepareNextAutomatic(deps: GatedSubmitDeps): Promise<void> {
  const key = await findNextDue(deps.database, deps.clock.now());
  if (key !== undefined) await bringUpToDate(deps, key, isOnChannel(key), deps.clock.monotonic() + maxWaitMs);
}
