import { problem } from '@pimento/contract/problem';
import { type ClientId, type Clock, type Database, PimentoError, transaction } from '../../platform/core.ts';
import type { OrderField } from './order-rules.ts';
import { makeRoom, maxOrders, recordUse, usedEveryMs } from './order-store.ts';
import { findOrder, type OrderState } from './order-views.ts';

interface OrderDeps {
  database: Database;
  clock: Clock;
}

/** Up to this many products are sorted and counted without an index, because computing 5,000 keys takes only about 50 ms. */
const maxUnindexed = 5_000;

/** @param products number of products; undefined if they have not been counted yet */
export const isSmallCatalogue = (products: number | undefined): boolean =>
  products !== undefined && products <= maxUnindexed;

/**
 * Returns an order and records its use. Creates the order if it does not exist. A new order is built in the background.
 * @returns undefined if the client already has `maxOrders` orders, all of them used recently
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
 * Returns an order if it is built completely.
 * @param products number of products, to compute the reported progress; undefined if they have not been counted yet
 * @throws PimentoError not-possible-now while the order is being built, or if the client has too many other orders
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
  // never 100, because at 100 % the sorted list would be available
  const percent = products ? Math.min(99, Math.floor((state.built / products) * 100)) : 0;
  throw new PimentoError(problem('not-possible-now', { kind: 'order-being-built', field: order.field, percent }));
}
