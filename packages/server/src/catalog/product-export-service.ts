import { Readable } from 'node:stream';
import { setImmediate as afterOtherWork } from 'node:timers/promises';
import type { z } from 'zod';
import { exportProducts } from '@pimento/contract';
import {
  type Clock,
  createFairTurns,
  createHalfTurns,
  type FairTurns,
  limitStatements,
  statementFault,
  poolSize,
  PimentoError,
  type ClientId,
  type Transaction,
  openSnapshot,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { loadStructure } from '../structure/index.ts';
import { resolveFields, resolveFilter } from './views/product-filter-rules.ts';
import { compileProductView, productText, type ProductView } from './views/product-view-rules.ts';
import { type FoundPage, createPageReader, type SearchDeps } from './search/product-search-service.ts';
import type { ProductRow } from './views/product-views.ts';

export type ExportQuery = z.output<(typeof exportProducts)['query']>;

export interface Exporter {
  /**
   * Starts an export: NDJSON from one consistent snapshot, in id order. Throws if the query or the database fails before the first page. A
   * later error destroys the stream, so that an incomplete export is never treated as complete.
   * @throws PimentoError invalid-parameter, too-many-requests, query-too-slow
   */
  open(clientId: ClientId, query: ExportQuery): Promise<Readable>;
}

const pageSize = 200;
/** After this number of products, other requests are processed first. */
const sliceSize = 25;
/** Max duration of one statement. It is long, because a page of a filter with few matches must scan many products. */
const statementMs = 120_000;

async function pageText(view: ProductView, rows: readonly ProductRow[]): Promise<string> {
  let text = '';
  for (const [index, row] of rows.entries()) {
    text += `${productText(view, row.productId, row.state)}\n`;
    if (index % sliceSize === sliceSize - 1) await afterOtherWork();
  }
  return text;
}

interface ExportDeps {
  connection: Transaction;
  clock: Clock;
  /** The pool in which a client takes a turn for each page; undefined if the export waits for no other client. */
  pageTurns?: FairTurns;
}

/**
 * Yields chunks of NDJSON lines. While a page is formatted, the next page is read, so at most two pages are in memory. No turn is held while
 * a chunk is sent.
 */
async function* exportChunks(
  { pageTurns, ...deps }: ExportDeps,
  clientId: ClientId,
  query: ExportQuery,
): AsyncGenerator<string, void, undefined> {
  const structure = await loadStructure(deps.connection, clientId);
  const filter = resolveFilter(structure, query);
  const selection = resolveFields(structure, query.fields);
  const view = compileProductView(structure, selection);
  const read = await createPageReader(deps, { clientId, filter, selection, limit: pageSize });
  async function step(page: FoundPage | undefined): Promise<{ text: string; next: FoundPage | undefined }> {
    using _turn = await pageTurns?.enter(clientId);
    const after = page === undefined ? null : page.through;
    const isLast = page !== undefined && after === null;
    const [text, next] = await Promise.all([pageText(view, page?.rows ?? []), isLast ? undefined : read(after)]);
    return { text, next };
  }
  let page: FoundPage | undefined;
  do {
    const { text, next } = await step(page);
    page = next;
    if (text !== '') yield text;
  } while (page);
}

/**
 * Yields all products of a client in the format of the import: chunks of NDJSON lines in id order.
 * @param deps.connection a transaction that reads from one snapshot
 */
export const exportAllProducts = (
  deps: { connection: Transaction; clock: Clock },
  clientId: ClientId,
): AsyncGenerator<string, void, undefined> => exportChunks(deps, clientId, exportProducts.query.parse({}));

/**
 * Creates an exporter with limits, because each export holds a connection and a snapshot until its stream has been read.
 * @param limits.concurrent max number of concurrent exports; clients take turns
 * @param limits.waitMs an export is refused if it waits longer than this for its turn
 * @param limits.stallMs an export is aborted if its stream is not read for this long
 */
export function createExporter(
  { database, clock, pageTurns = createHalfTurns() }: SearchDeps & Pick<ExportDeps, 'pageTurns'>,
  limits: { concurrent: number; stallMs: number; waitMs: number },
): Exporter {
  const turns = createFairTurns(poolSize(limits.concurrent), {
    waiting: limits.concurrent,
    ms: limits.waitMs,
    refusal: () =>
      new PimentoError(
        problem('too-many-requests', { kind: 'exports', max: limits.concurrent }),
        {},
        { 'retry-after': '5' },
      ),
  });

  async function* snapshot(clientId: ClientId, query: ExportQuery): AsyncGenerator<string, void, undefined> {
    using _turn = await turns.enter(clientId);
    await using snapshot = await openSnapshot(database);
    await limitStatements(snapshot.transaction, statementMs);
    try {
      yield* exportChunks({ connection: snapshot.transaction, clock, pageTurns }, clientId, query);
    } catch (error) {
      throw statementFault(error, statementMs);
    }
  }

  async function* watched(
    first: string,
    rest: AsyncGenerator<string, void, undefined>,
    onStall: () => void,
  ): AsyncGenerator<string, void, undefined> {
    let chunk: string | undefined = first;
    while (chunk !== undefined) {
      const timer = setTimeout(onStall, limits.stallMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
      const step = await rest.next();
      chunk = step.done ? undefined : step.value;
    }
  }

  return {
    async open(clientId, query) {
      const chunks = snapshot(clientId, query);
      const first = await chunks.next();
      if (first.done) return Readable.from([], { objectMode: false });
      const stream: Readable = Readable.from(
        watched(first.value, chunks, () => stream.destroy(new Error('the caller stopped reading the export'))),
        { objectMode: false },
      );
      // Not in a finally block: the generator never starts if the stream is destroyed before its first read.
      stream.once('close', () => void chunks.return().catch(() => undefined));
      return stream;
    },
  };
}
