import * as contract from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { z } from 'zod';
import { findProductId, isProductId } from '../catalog/index.ts';
import type { ConnectionKey } from '../channels/index.ts';
import {
  type ChannelId,
  type ClientId,
  clientRoute,
  nextCursor,
  pageOf,
  parseCursor,
  PimentoError,
  type Route,
  unknownCursor,
} from '../platform/index.ts';
import { catchUp } from './submit/channel-change-service.ts';
import { addProducts, holdProducts, removeChannelProducts } from './submit/channel-product-service.ts';
import {
  addOutcomes,
  findChannelProduct,
  listChangedProducts,
  listChannelProductViews,
  listProductChannelViews,
  findLastChange,
} from './progress/channel-product-views.ts';
import { listProductStatuses } from './progress/product-status-views.ts';
import { resolveChoice } from './snapshot/product-choice-service.ts';
import { requireConnection, type SubmitDeps } from './submit/submit-service.ts';

const time = z.iso.datetime({ offset: true });

/** Parses the start of a page of changes: a change number or a time. @throws PimentoError invalid-parameter */
function parseFrom(from: string | undefined): { afterChange: number; since: Date | null } {
  if (from === undefined) return { afterChange: 0, since: null };
  if (/^\d{1,15}$/.test(from)) return { afterChange: Number(from), since: null };
  const since = contract.timeInQuery(from);
  if (time.safeParse(since).success) return { afterChange: 0, since: new Date(since) };
  throw new PimentoError(problem('invalid-parameter', { kind: 'next-or-time', parameter: 'from' }), {
    parameter: 'from',
  });
}

const keyOf = (caller: { clientId: ClientId }, params: { channelId: ChannelId }): ConnectionKey => ({
  clientId: caller.clientId,
  channelId: params.channelId,
});

function changedStatusesRoute(deps: SubmitDeps): Route {
  const { database } = deps;
  return clientRoute(contract.listChangedStatuses, async ({ caller, params, query }) => {
    const key = keyOf(caller, params);
    await requireConnection(database, key);
    const from = parseFrom(query.from);
    await catchUp(deps, key);
    // The number is read before the page, so that a change that is committed while the page is being read is on the next page.
    const lastChange = await findLastChange(database, key);
    if (from.afterChange > lastChange) throw unknownCursor('connection', 'from');
    const found = await listChangedProducts(database, key, from, query.limit + 1);
    const { rows, hasMore } = pageOf(found, query.limit);
    const body = {
      products: await listProductStatuses(
        database,
        key,
        rows.map((row) => row.product),
      ),
      hasMore,
      next: String(rows.at(-1)?.changeNo ?? (from.since === null ? from.afterChange : lastChange)),
    };
    return { status: 200, body };
  });
}

/** Creates the routes that clients use to read and change their products on a channel. */
export function channelProductRoutes(deps: SubmitDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.listChannelProducts, async ({ caller, params, query }) => {
      const key = keyOf(caller, params);
      await requireConnection(database, key);
      const page = {
        states: query.state,
        filter: query,
        after: parseCursor(query.startingAfter, isProductId),
        limit: query.limit + 1,
      };
      const found = await listChannelProductViews(database, key, page);
      const { rows, hasMore } = pageOf(found, query.limit);
      const products = await addOutcomes(database, key, rows);
      return { status: 200, body: { products, hasMore, next: nextCursor(hasMore, rows.at(-1)?.productId) } };
    }),
    clientRoute(contract.addChannelProducts, async ({ caller, params, body }) => {
      const choice = await resolveChoice(deps, caller.clientId, body);
      return { status: 200, body: await addProducts(deps, keyOf(caller, params), choice, body) };
    }),
    clientRoute(contract.holdChannelProducts, async ({ caller, params, body }) => {
      const choice = await resolveChoice(deps, caller.clientId, body);
      return { status: 200, body: { changed: await holdProducts(deps, keyOf(caller, params), choice, body.isHeld) } };
    }),
    clientRoute(contract.removeChannelProducts, async ({ caller, params, body }) => {
      const choice = await resolveChoice(deps, caller.clientId, body);
      return { status: 200, body: { removed: await removeChannelProducts(deps, keyOf(caller, params), choice) } };
    }),
    clientRoute(contract.getProductStatus, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await requireConnection(database, key);
      const productId = await findProductId(database, caller.clientId, params.productId);
      const product = productId === undefined ? undefined : await findChannelProduct(database, key, productId);
      const [status] = await listProductStatuses(database, key, product ? [product] : []);
      if (status) return { status: 200, body: status };
      throw new PimentoError(problem('unknown-product', { kind: 'channel', productId: params.productId }));
    }),
    clientRoute(contract.listProductChannels, async ({ caller, params }) => {
      const productId = await findProductId(database, caller.clientId, params.productId);
      const channels =
        productId === undefined
          ? undefined
          : await listProductChannelViews(database, { clientId: caller.clientId, productId });
      if (channels) return { status: 200, body: { channels } };
      throw new PimentoError(problem('unknown-product', { kind: 'catalog', productId: params.productId }));
    }),
    changedStatusesRoute(deps),
  ];
}
