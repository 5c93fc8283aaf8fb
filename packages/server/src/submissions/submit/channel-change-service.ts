import { findFeedEnd, listChangedIds } from '../../catalog/index.ts';
import { type ConnectionKey, isBehindFeed, saveConnectionProgress, tryLockConnection } from '../../channels/index.ts';
import { transaction } from '../../platform/index.ts';
import { markChanged } from '../progress/channel-change-store.ts';
import type { SubmitDeps } from './submit-service.ts';

/** Approximate number of changed products that one transaction compares with the channel. */
const productsAtOnce = 2_000;

/**
 * Applies the next product changes to the states of products on a channel. Each product that was deleted, created again, or changed after
 * its submission gets a change number. Imports and deletions do not do this themselves, because they would have to wait for the lock of
 * each connection while other writers wait for them.
 * @returns false if there was nothing to apply, or if another transaction has locked the connection
 */
export function applyNextChanges(deps: SubmitDeps, key: ConnectionKey): Promise<boolean> {
  return transaction(deps.database, async (opened) => {
    const progress = await tryLockConnection(opened, key);
    if (!progress) return false;
    const { lastChange, feedPosition } = progress;
    // The end is read before products are compared. Changes that are committed later belong to the next run.
    const end = await findFeedEnd(opened, key.clientId);
    if (feedPosition === end) return false;
    const next =
      feedPosition === null ? undefined : await listChangedIds(opened, key.clientId, feedPosition, productsAtOnce);
    const context = { ...key, lastChange, at: deps.clock.now() };
    const changes = await markChanged(opened, context, next?.productIds);
    await saveConnectionProgress(opened, key, { lastChange: lastChange + changes, feedPosition: next?.through ?? end });
    return true;
  });
}

/** Maximum time that a reader spends on applying changes. Background work applies the rest. */
const readerWaitMs = 1_000;

/** Applies committed product changes before a page of changed states is read. Stops after about one second. */
export async function catchUp(deps: SubmitDeps, key: ConnectionKey): Promise<void> {
  if (!(await isBehindFeed(deps.database, key))) return;
  const startedAt = deps.clock.monotonic();
  while (deps.clock.monotonic() - startedAt < readerWaitMs && (await applyNextChanges(deps, key)));
}
