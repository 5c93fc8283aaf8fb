import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { exportProducts } from '@pimento/contract';
import {
  type Clock,
  PimentoError,
  type ClientId,
  type Transaction,
  openSnapshot,
  type Connection,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { loadStructure } from '../structure/index.ts';
import { readFields, resolveFilter } from './views/product-filter-rules.ts';
import { compileProductView, productText, type ProductView } from './views/product-view-rules.ts';
import { type FoundPage, openPages, type SearchDeps } from './search/product-search-service.ts';
import type { ProductRow } from './views/product-views.ts';

export type ExportQuery = z.output<(typeof exportProducts)['query']>;

export interface Exporter {
  /**
   * Begins an export: NDJSON, one consistent snapshot, in id order. What is wrong with the query or the database by then is thrown;
   * a fault further on destroys the stream, so that a broken export is never taken for a whole one.
   * @throws PimentoError invalid-parameter, too-many-requests
   */
  open(clientId: ClientId, query: ExportQuery): Promise<Readable>;
}

const pageSize = 500;

function pageText(view: ProductView, rows: readonly ProductRow[]): string {
  let text = '';
  for (const row of rows) text += `${productText(view, row.productId, row.state)}\n`;
  return text;
}

/** Chunks of lines. The next page is read while this one is printed and sent; a page is all that is ever held besides it. */
async function* readChunks(
  { connection, clock }: { connection: Transaction; clock: Clock },
  clientId: ClientId,
  query: ExportQuery,
): AsyncGenerator<string, void, undefined> {
  const structure = await loadStructure(connection, clientId);
  const filter = resolveFilter(structure, query);
  const view = compileProductView(structure, readFields(structure, query.fields));
  const read = await openPages({ connection, clock }, { clientId, filter, limit: pageSize });
  let next: Promise<FoundPage> | undefined = read(null);
  try {
    while (next) {
      const { rows, through }: FoundPage = await next;
      next = through === null ? undefined : read(through);
      // a failure is met where the page is awaited; until then it must not count as unhandled
      next?.catch(() => undefined);
      if (rows.length > 0) yield pageText(view, rows);
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

/**
 * Limits what exports may hold: each keeps a connection and a snapshot for as long as it is read.
 * @param limits.concurrent exports at once
 * @param limits.stallMs an export that is not read any further for so long is broken off
 */
export function createExporter(
  { database, clock }: SearchDeps,
  limits: { concurrent: number; stallMs: number },
): Exporter {
  let running = 0;

  async function* snapshot(clientId: ClientId, query: ExportQuery): AsyncGenerator<string, void, undefined> {
    if (running >= limits.concurrent) {
      throw new PimentoError(
        problem('too-many-requests', { kind: 'exports', max: limits.concurrent }),
        {},
        { 'retry-after': '5' },
      );
    }
    running += 1;
    try {
      await using snapshot = await openSnapshot(database);
      yield* readChunks({ connection: snapshot.transaction, clock }, clientId, query);
    } finally {
      running -= 1;
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
      // not a finally above: of a stream that is destroyed before its first read the generator never starts
      stream.once('close', () => void chunks.return().catch(() => undefined));
      return stream;
    },
  };
}
