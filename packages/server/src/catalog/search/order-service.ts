import { problem } from '@pimento/contract/problem';
import { type ClientId, type Clock, type Database, PimentoError, transaction } from '../../platform/core.ts';
import type { OrderField } from './order-rules.ts';
import { makeRoom, maxOrders, recordUse, usedEveryMs } from './order-store.ts';
import { findOrder, type OrderState } from './order-views.ts';

interface OrderDeps {
  database: Database;
  clock: Clock;
}

/** Up to this many products are sorted and counted without an index: computing 5,000 keys takes about 50 ms. */
const maxUnindexed = 5_000;

/** @param products number of products; undefined while they were never counted */
export const isSmallCatalogue = (products: number | undefined): boolean =>
  products !== undefined && products <= maxUnindexed;

/**
 * Returns an order and records its use. A new one is built in the background.
 * @returns undefined if there is no room for a new one
 */
export async function prepareOrder(
  { database, clock }: OrderDeps,
  clientId: ClientId,
  order: OrderField,
): Promise<OrderState | undefined> {
  const now = clock.now();
  const state = await findOrder(database, clientId, order);
  if (state !== undefined && state.usedAt.getTime() > now.getTime() - usedEveryMs) return state;
  return transaction(database, async (opened) => {
    if (state === undefined && !(await makeRoom(opened, clientId, now))) return undefined;
    await recordUse(opened, clientId, order, now);
    return state ?? findOrder(opened, clientId, order);
  });
}

/**
 * Returns an order that is built.
 * @param products number of products, for the progress that is reported
 * @throws PimentoError not-possible-now while the order is being built, or if there is no room for it
 */
export async function requireOrder(
  deps: OrderDeps,
  clientId: ClientId,
  order: OrderField,
  products: number | undefined,
): Promise<OrderState> {
  const state = await prepareOrder(deps, clientId, order);
  if (state === undefined)
    throw new PimentoError(problem('not-possible-now', { kind: 'too-many-orders', max: maxOrders }));
  if (state.built === null) return state;
  // 100 is never reported: the list is available then
  const percent = products ? Math.min(99, Math.floor((state.built / products) * 100)) : 0;
  throw new PimentoError(problem('not-possible-now', { kind: 'order-being-built', field: order.field, percent }));
}
