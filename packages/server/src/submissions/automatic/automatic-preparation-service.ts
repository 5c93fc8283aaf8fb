import { bringUpToDate } from '../../readiness/index.ts';
import { isOnChannel } from '../snapshot/product-choice-views.ts';
import type { GatedSubmitDeps } from '../submit/gated-submit-service.ts';
import { findNextDue } from './automatic-store.ts';

/** The automatic submits of other connections wait meanwhile. What is not evaluated by then is submitted by a later run. */
const maxWaitMs = 5_000;

/** Evaluates the products on the channel of the rules that are due next, before their transaction. */
export async function prepareNextAutomatic(deps: GatedSubmitDeps): Promise<void> {
  const key = await findNextDue(deps.database, deps.clock.now());
  if (key !== undefined) await bringUpToDate(deps, key, isOnChannel(key), deps.clock.monotonic() + maxWaitMs);
}
