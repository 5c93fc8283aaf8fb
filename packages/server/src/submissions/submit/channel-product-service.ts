import { type ConnectionKey, lockConnection, saveLastChange, unknownConnection } from '../../channels/index.ts';
import { type Transaction, transaction } from '../../platform/index.ts';
import { markProducts, removeProducts } from '../progress/channel-product-store.ts';
import type { ProductChoice } from '../snapshot/product-choice-views.ts';
import { findMissing } from '../snapshot/product-choice-store.ts';
import { requireConnection, skipsOf, type Skips, type SubmitDeps } from './submit-service.ts';

/**
 * Adds products to a channel, or changes their state unless they are Submitted or Accepted.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function addProducts(
  deps: SubmitDeps,
  key: ConnectionKey,
  choice: ProductChoice,
  state: 'Progress' | 'Ready',
): Promise<Skips & { changed: number }> {
  return transaction(deps.database, async (transaction) => {
    const lastChange = await lockConnected(transaction, key);
    const changed = await markProducts(transaction, { ...key, lastChange, at: deps.clock.now() }, choice, state);
    await saveLastChange(transaction, key, lastChange + changed);
    return { changed, ...skipsOf(choice, await findMissing(transaction, key, choice)) };
  });
}

/**
 * Removes products from a channel; returns the number of removed products.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function removeChannelProducts(
  deps: SubmitDeps,
  key: ConnectionKey,
  choice: ProductChoice,
): Promise<number> {
  return transaction(deps.database, async (transaction) => {
    await lockConnected(transaction, key);
    return removeProducts(transaction, key, choice);
  });
}

async function lockConnected(transaction: Transaction, key: ConnectionKey): Promise<number> {
  await requireConnection(transaction, key);
  const lastChange = await lockConnection(transaction, key);
  if (lastChange === undefined) throw unknownConnection(key.channelId);
  return lastChange;
}
