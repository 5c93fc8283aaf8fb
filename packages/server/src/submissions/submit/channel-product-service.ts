import { type ConnectionKey, lockConnection, saveLastChange, unknownConnection } from '../../channels/index.ts';
import { type Transaction, transaction } from '../../platform/index.ts';
import { markProducts, removeProducts } from '../progress/channel-product-store.ts';
import type { ProductChoice } from '../snapshot/product-choice-views.ts';
import { findAbsent } from '../snapshot/product-choice-store.ts';
import { requireConnection, skipsOf, type Skips, type SubmitDeps } from './submit-service.ts';

/**
 * Lets products join a channel, or marks those that are not under way.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function addProducts(
  deps: SubmitDeps,
  key: ConnectionKey,
  choice: ProductChoice,
  state: 'Progress' | 'Ready',
): Promise<Skips & { changed: number }> {
  return transaction(deps.database, async (transaction) => {
    const lastChange = await lockJoined(transaction, key);
    const changed = await markProducts(transaction, { ...key, lastChange, at: deps.clock.now() }, choice, state);
    await saveLastChange(transaction, key, lastChange + changed);
    return { changed, ...skipsOf(choice, await findAbsent(transaction, key, choice)) };
  });
}

/**
 * Takes products off a channel.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function leaveChannel(deps: SubmitDeps, key: ConnectionKey, choice: ProductChoice): Promise<number> {
  return transaction(deps.database, async (transaction) => {
    await lockJoined(transaction, key);
    return removeProducts(transaction, key, choice);
  });
}

async function lockJoined(transaction: Transaction, key: ConnectionKey): Promise<number> {
  await requireConnection(transaction, key);
  const lastChange = await lockConnection(transaction, key);
  if (lastChange === undefined) throw unknownConnection(key.channelId);
  return lastChange;
}
