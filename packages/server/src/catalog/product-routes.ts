import * as contract from '@pimento/contract';
import {
  type Clock,
  clientRoute,
  longRoute,
  cursorOf,
  createHalfTurns,
  type Database,
  type FairTurns,
  parseCursor,
  parseUuidCursor,
  type Reply,
  type Route,
  type ClientId,
  type ProductId,
} from '../platform/index.ts';
import { loadStructure } from '../structure/index.ts';
import { listDeletedProducts } from './history/deleted-product-views.ts';
import { actorParts } from './history/history-rules.ts';
import { findHistory, findHistoryActors } from './history/history-service.ts';
import { findValueHistory } from './history/value-history-service.ts';
import { findActorNames } from './history/history-views.ts';
import { productChangeRoutes } from './product-change-routes.ts';
import { createAttributeUsage } from './views/attribute-usage-cache.ts';
import { findPackagingTrees } from './product/packaging-views.ts';
import { deleteProduct, unknownProduct } from './deletion/product-delete-service.ts';
import type { Exporter } from './export/export-service.ts';
import { isProductId, resolveFields, resolveFilter, type ResolvedFilter } from './views/product-filter-rules.ts';
import { findProductId } from './views/product-id-views.ts';
import { compileProductView, recordText } from './views/product-view-rules.ts';
import { countMatching, isNarrowing, type PageQuery, searchPage } from './search/product-search-service.ts';
import { searchSortedPage } from './search/sorted-search-service.ts';
import { parseSortCursor, positionText, type ProductSort, resolveSort } from './search/order-rules.ts';
import { findProduct, type ProductRow } from './views/product-views.ts';
import { getSettledTime } from './views/settled-time-views.ts';

export interface CatalogDeps {
  database: Database;
  clock: Clock;
  exporter: Exporter;
}

/** Creates a response with a body that is already JSON text. */
const jsonReply = (body: string): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': 'application/json; charset=utf-8' },
});

/** @throws PimentoError unknown-product if the id is not a valid product id */
async function requireProductId(database: Database, clientId: ClientId, text: string): Promise<ProductId> {
  const productId = await findProductId(database, clientId, text);
  if (productId === undefined) throw unknownProduct(text);
  return productId;
}

/** Counts matching products. Returns the count, and a time that was read before counting. */
async function countAt(
  { turns, ...deps }: CatalogDeps & { turns: FairTurns },
  clientId: ClientId,
  filter: ResolvedFilter,
  ms: number | undefined,
  signal: AbortSignal,
) {
  using _turn = await turns.enter(clientId, signal);
  const at = await getSettledTime(deps.database);
  return { ...(await countMatching(deps, clientId, filter, ms, signal)), at: at.toISOString() };
}

interface ListPage {
  rows: ProductRow[];
  /** The cursor of the next page. Null on the last page. */
  next: string | null;
  /** Number of changed products that a sorted list still shows at their former position. */
  behind: number;
}

/** Reads a page. If the page needs a search, waits for the client's turn first. */
async function pageInTurn(
  { turns, ...deps }: CatalogDeps & { turns: FairTurns },
  query: PageQuery,
  { sort, cursor }: { sort: ProductSort | undefined; cursor: string | undefined },
  signal: AbortSignal,
): Promise<ListPage> {
  if (sort !== undefined) {
    const after = parseSortCursor(cursor, sort);
    using _turn = await turns.enter(query.clientId, signal);
    const { rows, through, behind } = await searchSortedPage(deps, { ...query, sort, after }, signal);
    return { rows, next: through === null ? null : cursorOf(positionText(sort, through)), behind };
  }
  const after = parseCursor(cursor, isProductId);
  using _turn = isNarrowing(query.filter) ? await turns.enter(query.clientId, signal) : undefined;
  const { rows, through } = await searchPage(deps, { ...query, after }, signal);
  return { rows, next: through === null ? null : cursorOf(through), behind: 0 };
}

const maxPackagingNodes = 10_000;

export const catalogRoutes = (deps: CatalogDeps): Route[] => [
  ...productListRoutes(deps),
  chosenTableRoute(deps),
  ...productChangeRoutes(deps),
  ...productRoutes(deps),
  ...historyRoutes(deps),
];

function productListRoutes(deps: CatalogDeps): Route[] {
  const { database } = deps;
  const getUsage = createAttributeUsage(database, deps.clock);
  const turns = createHalfTurns();
  return [
    clientRoute(contract.listProducts, async ({ caller: { clientId }, query, signal }) => {
      const structure = await loadStructure(database, clientId);
      const filter = resolveFilter(structure, query);
      const selection = resolveFields(structure, query.fields);
      const view = compileProductView(structure, selection);
      // Must run before the page is read, so that every change that the page does not contain is later than this time.
      const settledAt = filter.updatedSince && (await getSettledTime(database));
      // the page is read before the count starts, so that a request never holds two connections
      const sort = resolveSort(structure, query.sort);
      const asked = { clientId, filter, selection, limit: query.limit };
      const page = await pageInTurn({ ...deps, turns }, asked, { sort, cursor: query.startingAfter }, signal);
      const counted = query.count
        ? await countAt({ ...deps, turns }, clientId, filter, query.countWithin, signal)
        : undefined;
      const { rows, next, behind } = page;
      const tail = {
        hasMore: next !== null,
        next,
        ...(behind === 0 ? {} : { sortBehind: behind }),
        ...(settledAt === undefined ? {} : { settledAt: settledAt.toISOString() }),
        ...(counted === undefined ? {} : { count: counted.count, countedAt: counted.at }),
        ...(counted === undefined || counted.isExact ? {} : { countIsAtLeast: true }),
      };
      return jsonReply(
        `{"products":[${rows.map((row) => recordText(view, row)).join(',')}],${JSON.stringify(tail).slice(1)}`,
      );
    }),
    clientRoute(contract.listAttributeUsage, async ({ caller }) => ({
      status: 200,
      body: await getUsage(caller.clientId),
    })),
    longRoute(
      clientRoute(contract.exportProducts, async ({ caller: { clientId }, query, request, signal }) => {
        const { stream, lagMs } = await deps.exporter.open(clientId, { query, isFresh: isFresh(request) }, signal);
        const isWanted = request.method !== 'HEAD' && !signal.aborted;
        if (!isWanted) stream.destroy();
        return { status: 200, headers: lagHeaders(lagMs), ...(isWanted ? { body: stream } : {}) };
      }),
    ),
    longRoute(
      clientRoute(contract.exportProductTable, async ({ caller: { clientId }, query, request, signal }) => {
        const { format, columns, ...filter } = query;
        const table = { format, columns };
        const asked = { query: filter, table, isFresh: isFresh(request) };
        const { stream, lagMs } = await deps.exporter.open(clientId, asked, signal);
        const isWanted = request.method !== 'HEAD' && !signal.aborted;
        if (!isWanted) stream.destroy();
        const headers = { ...tableHeaders[format], ...lagHeaders(lagMs) };
        return { status: 200, headers, ...(isWanted ? { body: stream } : {}) };
      }),
    ),
  ];
}

function chosenTableRoute(deps: CatalogDeps): Route {
  return longRoute(
    clientRoute(contract.exportChosenTable, async ({ caller: { clientId }, body, request, signal }) => {
      const { productIds, filter = {}, sort, ...table } = body;
      const chosen = productIds === undefined ? filter : { productId: productIds };
      const query = { ...chosen, sort };
      const asked = { query, table, isFresh: isFresh(request) };
      const { stream, lagMs } = await deps.exporter.open(clientId, asked, signal);
      if (signal.aborted) stream.destroy();
      return { status: 200, headers: { ...tableHeaders[table.format], ...lagHeaders(lagMs) }, body: stream };
    }),
  );
}

/** Returns true if the request must not be answered from a replica, which may be behind. */
const isFresh = ({ headers }: { headers: { 'cache-control'?: string | undefined } }): boolean =>
  /\bno-cache\b/.test(headers['cache-control'] ?? '');

/** Returns the header with the lag of the replica in seconds, if the export was read from one. */
const lagHeaders = (lagMs: number | undefined): Record<string, string> =>
  lagMs === undefined ? {} : { 'pimento-replica-lag': (Math.ceil(lagMs / 100) / 10).toFixed(1) };

const tableHeaders = {
  csv: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="products.csv"' },
  xlsx: {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="products.xlsx"',
  },
};

function productRoutes(deps: CatalogDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.getProduct, async ({ caller: { clientId }, params, query }) => {
      const product = await findProduct(
        database,
        clientId,
        await requireProductId(database, clientId, params.productId),
      );
      if (!product) throw unknownProduct(params.productId);
      const structure = await loadStructure(database, clientId);
      return jsonReply(recordText(compileProductView(structure, resolveFields(structure, query.fields)), product));
    }),
    clientRoute(contract.deleteProduct, async ({ caller, params }) => {
      await deleteProduct(deps, caller, params.productId);
      return { status: 204 };
    }),
    clientRoute(contract.getPackaging, async ({ caller: { clientId }, params, query }) => {
      const productId = await requireProductId(database, clientId, params.productId);
      const trees = await findPackagingTrees(database, productId, {
        clientId,
        depth: query.depth,
        maxNodes: maxPackagingNodes,
      });
      if (!trees) throw unknownProduct(params.productId);
      return { status: 200, body: trees };
    }),
  ];
}

function historyRoutes({ database }: CatalogDeps): Route[] {
  return [
    clientRoute(contract.listDeletedProducts, async ({ caller: { clientId }, query }) => {
      const before = parseUuidCursor(query.startingAfter, 'next');
      const settledAt = await getSettledTime(database);
      const { rows, next } = await listDeletedProducts(database, {
        clientId,
        before,
        limit: query.limit,
        text: query.text,
      });
      const names = await findActorNames(
        database,
        rows.map(({ actor }) => actor),
      );
      const products = rows.map(({ productId, name, at, actor }) => ({
        productId,
        name,
        deleted: at.toISOString(),
        actor: { ...actorParts(actor), name: names.get(actor) ?? null },
      }));
      return { status: 200, body: { products, hasMore: next !== null, next, settledAt: settledAt.toISOString() } };
    }),
    clientRoute(contract.listProductHistory, async ({ caller: { clientId }, params, query }) => {
      const before = parseUuidCursor(query.startingAfter, 'next');
      const productId = await requireProductId(database, clientId, params.productId);
      const { limit, actor, origin } = query;
      const page = await findHistory(database, { clientId, productId, before, limit, filter: { actor, origin } });
      if (page === undefined) throw unknownProduct(params.productId);
      return jsonReply(page);
    }),
    clientRoute(contract.listHistoryActors, async ({ caller: { clientId }, params }) => {
      const productId = await requireProductId(database, clientId, params.productId);
      const body = await findHistoryActors(database, { clientId, productId });
      if (body === undefined) throw unknownProduct(params.productId);
      return { status: 200, body };
    }),
    clientRoute(contract.listValueHistory, async ({ caller: { clientId }, params, query }) => {
      const productId = await requireProductId(database, clientId, params.productId);
      const page = await findValueHistory(database, { clientId, productId, ...query });
      if (page === undefined) throw unknownProduct(params.productId);
      return jsonReply(page);
    }),
  ];
}
