import { setImmediate as afterOtherWork } from 'node:timers/promises';
import {
  cancelOnAbort,
  type Clock,
  type Database,
  planAlongKeys,
  plansAlongKeys,
  statementFault,
  type ClientId,
  type Transaction,
  openSnapshot,
  requireReached,
} from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { resolveSort } from '../search/order-rules.ts';
import { createPageReader, type ReadPage } from '../search/page-reader-service.ts';
import { resolveFields, resolveFilter } from '../views/product-filter-rules.ts';
import { compileProductView, productText, type ProductView } from '../views/product-view-rules.ts';
import type { ProductRow } from '../views/product-views.ts';
import type { ExportQuery } from './export-types.ts';
import type { PageTurns } from './page-turn-service.ts';

const pageSize = 200;
/**
 * Number of products of all pages but the first while another client is exporting. The other client waits for each page, which takes 2 ms
 * instead of the 6 ms for 200 products.
 */
const sharedPageSize = 50;
/** The export yields to other work of the thread after this number of products. */
const sliceSize = 25;
/** Maximum duration of one statement. It is long, because a page of a filter with few matches must scan many products. */
const statementMs = 120_000;

async function pageText(view: ProductView, rows: readonly ProductRow[]): Promise<string> {
  let text = '';
  for (const [index, row] of rows.entries()) {
    text += `${productText(view, row.productId, row.state)}\n`;
    if (index % sliceSize === sliceSize - 1) await afterOtherWork();
  }
  return text;
}

export interface PageDeps {
  connection: Transaction;
  clock: Clock;
  /** Makes clients take turns. The export waits for a turn before each page. If undefined, the export never waits for other clients. */
  pageTurns?: PageTurns;
  /**
   * Returns true if a page may be formatted while the database reads the next page, which keeps two cores busy. If undefined, this is
   * always allowed.
   */
  mayOverlap?: () => boolean;
}

/** Reads and formats the pages of one export. */
async function openPages({ connection, clock }: PageDeps, { clientId, query }: ExportOfClient) {
  const structure = await loadStructure(connection, clientId);
  const filter = resolveFilter(structure, query);
  const selection = resolveFields(structure, query.fields);
  const view = compileProductView(structure, selection);
  const sort = resolveSort(structure, query.sort);
  const read = await createPageReader({ connection, clock }, { clientId, filter, selection, sort });
  return { read, format: (page: ReadPage | undefined) => pageText(view, page?.rows ?? []) };
}

interface ExportOfClient {
  clientId: ClientId;
  query: ExportQuery;
}

/**
 * Yields chunks of NDJSON lines. At most two pages are in memory: the one that is being formatted and the next one. No turn is held while a
 * chunk is sent. An export of one page takes one turn.
 */
export async function* exportChunks(
  deps: PageDeps,
  task: ExportOfClient,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { pageTurns, mayOverlap = () => true } = deps;
  const { clientId } = task;
  using _export = pageTurns?.open(clientId);
  let pages: Awaited<ReturnType<typeof openPages>> | undefined;

  /** Formats a page and reads the next one. The last page is formatted as soon as it is read. */
  async function step(page: ReadPage | undefined): Promise<{ text: string; next: ReadPage | undefined }> {
    using _turn = await pageTurns?.enter(clientId, signal);
    const { read, format } = (pages ??= await openPages(deps, task));
    const size = pageTurns?.hasOthers(clientId) === true && page !== undefined ? sharedPageSize : pageSize;
    const reading = read(size);
    if (!mayOverlap()) await reading;
    const [text, next] = await Promise.all([format(page), reading]);
    if (!next.isLast) return { text, next };
    return { text: text + (await format(next)), next: undefined };
  }
  let page: ReadPage | undefined;
  do {
    const { text, next } = await step(page);
    page = next;
    if (text !== '') yield text;
  } while (page);
}

/**
 * Yields all products of a client in the format of the import, as chunks of NDJSON lines in id order.
 * @param deps.connection a transaction that reads from one snapshot
 */
export async function* exportAllProducts(
  deps: { connection: Transaction; clock: Clock },
  clientId: ClientId,
): AsyncGenerator<string, void, undefined> {
  await planAlongKeys(deps.connection);
  yield* exportChunks(deps, { clientId, query: {} });
}

/**
 * Yields the matching products of a client from one snapshot, as chunks of NDJSON lines in the order of the query.
 * @param deps.pageTurns makes clients take turns, page by page
 * @param signal ends the export, even in the middle of a statement
 * @throws PimentoError invalid-parameter, query-too-slow
 */
export const exportSnapshot = (
  deps: SnapshotDeps,
  task: { clientId: ClientId; query: ExportQuery },
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> =>
  inSnapshot(deps, signal, (pageDeps) => exportChunks(pageDeps, task, signal));

export type SnapshotDeps = {
  database: Database;
  /** The position of the log that a replica must have reached. If undefined, it is not checked. */
  reached?: string | undefined;
} & Omit<PageDeps, 'connection'>;

/**
 * Opens a snapshot and yields everything that `work` yields.
 * @throws the errors of `work`; PimentoError query-too-slow; an error if the replica has not reached the position
 */
export async function* inSnapshot<T>(
  { database, reached, ...deps }: SnapshotDeps,
  signal: AbortSignal,
  work: (deps: PageDeps) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const limit = { statement_timeout: String(statementMs) };
  await using snapshot = await openSnapshot(database, { ...plansAlongKeys, ...limit });
  if (reached !== undefined) await requireReached(snapshot.transaction, reached);
  await using _cancelling = cancelOnAbort(database, snapshot.pid, signal);
  try {
    yield* work({ ...deps, connection: snapshot.transaction });
  } catch (error) {
    throw statementFault(error, statementMs);
  }
}
