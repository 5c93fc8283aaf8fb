import {
  type ConnectionKey,
  findChannel,
  lockConnection,
  saveLastChange,
  unknownConnection,
} from '../../channels/index.ts';
import { type Transaction, transaction } from '../../platform/index.ts';
import { followEvaluations, noStandard } from '../../readiness/index.ts';
import { markProducts, removeProducts } from '../progress/channel-product-store.ts';
import { isChosenOnChannel, setHeld } from '../progress/hold-store.ts';
import type { ProductChoice } from '../snapshot/product-choice-views.ts';
import { countChosen, findMissing } from '../snapshot/product-choice-store.ts';
import { skipsOf, type Skips } from './skip-rules.ts';
import { requireConnection, requireCount, type SubmitDeps } from './submit-service.ts';

/**
 * Adds products to a channel, or changes their state unless they are Submitted or Accepted. The state Ready also ends the hold of a
 * product. If evaluations determine the states on the channel, the evaluation of each product decides between Progress and Ready.
 * @param request.expected the expected number of products of a filter. Undefined allows any number
 * @throws PimentoError unknown-channel, unknown-connection, count-differs
 */
export async function addProducts(
  deps: SubmitDeps,
  key: ConnectionKey,
  choice: ProductChoice,
  { state, expected }: { state: 'Progress' | 'Ready'; expected?: number | undefined },
): Promise<Skips & { changed: number }> {
  return transaction(deps.database, async (transaction) => {
    const lastChange = await lockConnected(transaction, key);
    if (expected !== undefined) requireCount(expected, await countChosen(transaction, key, choice), 'marking');
    const at = deps.clock.now();
    const changed = await markProducts(transaction, { ...key, lastChange, at }, choice, state);
    if (state === 'Ready') await setHeld(transaction, key, choice, false);
    const context = { ...key, lastChange: lastChange + changed, at };
    const followed = await followEvaluations(transaction, context, isChosenOnChannel(key, choice));
    await saveLastChange(transaction, key, context.lastChange + followed);
    return { changed, ...skipsOf(choice, await findMissing(transaction, key, choice)) };
  });
}

/**
 * Puts products on a channel on hold, so that they are not submitted, or ends the hold.
 * @returns the number of products that this call has changed
 * @throws PimentoError unknown-channel, unknown-connection, unknown-standard
 */
export async function holdProducts(
  deps: SubmitDeps,
  key: ConnectionKey,
  choice: ProductChoice,
  isHeld: boolean,
): Promise<number> {
  return transaction(deps.database, async (transaction) => {
    const lastChange = await lockConnected(transaction, key);
    if ((await findChannel(transaction, key.channelId))?.standardVersion == null) throw noStandard(key);
    const changed = await setHeld(transaction, key, choice, isHeld);
    const context = { ...key, lastChange, at: deps.clock.now() };
    const followed = await followEvaluations(transaction, context, isChosenOnChannel(key, choice));
    await saveLastChange(transaction, key, lastChange + followed);
    return changed;
  });
}

/**
 * Removes products from a channel.
 * @returns the number of removed products
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
