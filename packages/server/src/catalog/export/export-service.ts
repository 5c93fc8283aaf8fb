import { Readable } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import {
  type ClientActivity,
  createFairTurns,
  poolSize,
  PimentoError,
  type ClientId,
  type Log,
  type Metrics,
  type Replica,
} from '../../platform/index.ts';
import { type ExportSource, readAnywhere } from './export-source-service.ts';
import { createExportThread } from './export-thread-service.ts';
import type { ExportTask } from './export-types.ts';

/** The query of an export, and the kind of table if a table is written. */
type ExportRequest = Pick<ExportTask, 'query' | 'table'> & {
  /** If true, the export is read from the primary database, even if there is a replica. */
  isFresh?: boolean;
};

export interface OpenedExport extends ExportSource {
  stream: Readable;
}

export interface Exporter extends AsyncDisposable {
  /**
   * Starts an export as NDJSON from one consistent snapshot, in the order of the query. Throws if the query or the database fails before
   * the first page. A later error destroys the stream, so that the reader cannot mistake an incomplete export for a complete one.
   * @param request.table writes a table instead
   * @param signal ends the export, even while the export waits for its turn
   * @throws PimentoError invalid-parameter, too-many-requests, query-too-slow, format-cannot-carry or internal-error, before the first page
   */
  open(clientId: ClientId, request: ExportRequest, signal?: AbortSignal): Promise<OpenedExport>;
}

export interface ExportLimits {
  /** Maximum number of concurrent exports. Clients take turns. */
  concurrent: number;
  /** An export is refused if it waits longer than this for its turn. */
  waitMs: number;
  /** An export is aborted if its stream is not read for this long. */
  stallMs: number;
}

const usualExportLimits: ExportLimits = { concurrent: 4, stallMs: 60_000, waitMs: 10_000 };

const refuseExport = (max: number) => () =>
  new PimentoError(problem('too-many-requests', { kind: 'exports', max }), {}, { 'retry-after': '5' });

/** Yields the chunks unchanged. Calls `onStall` if the reader requests no chunk for `stallMs` milliseconds. */
async function* watched(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
  { stallMs, onStall }: { stallMs: number; onStall: () => void },
): AsyncGenerator<Uint8Array, void, undefined> {
  let chunk: Uint8Array | undefined = first;
  while (chunk !== undefined) {
    const timer = setTimeout(onStall, stallMs);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
    const step = await rest.next();
    chunk = step.done ? undefined : step.value;
  }
}

interface ExporterDeps {
  connectionString: string;
  log: Log;
  activity?: ClientActivity;
  /** Exports are read from the replica while it is up to date. */
  replica?: Replica | undefined;
  metrics?: Pick<Metrics, 'exports'>;
}

/** Creates an exporter with limits, because each export holds a database connection and a snapshot until its stream has been read. */
export function createExporter(
  deps: ExporterDeps,
  { concurrent, waitMs, stallMs }: ExportLimits = usualExportLimits,
): Exporter {
  const { connectionString, replica, metrics } = deps;
  const thread = createExportThread(deps, { connectionString, replica: replica?.connectionString, concurrent });
  const turns = createFairTurns(poolSize(concurrent), {
    waiting: concurrent,
    ms: waitMs,
    refusal: refuseExport(concurrent),
  });

  async function* inTurn(
    clientId: ClientId,
    { isFresh, ...request }: ExportRequest,
    signal: AbortSignal,
    source: ExportSource,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    using _turn = await turns.enter(clientId, signal);
    const read = (reached?: string) => thread.read({ clientId, ...request, reached }, signal);
    yield* readAnywhere({ metrics, replica: isFresh ? undefined : replica }, read, signal, source);
  }

  return {
    async open(clientId, request, signal) {
      const ending = new AbortController();
      const source: ExportSource = {};
      const until = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
      const chunks = inTurn(clientId, request, until, source);
      const first = await chunks.next();
      if (first.done) return { ...source, stream: Readable.from([], { objectMode: false }) };
      const onStall = () => stream.destroy(new Error('the caller stopped reading the export'));
      const stream: Readable = Readable.from(watched(first.value, chunks, { stallMs, onStall }), { objectMode: false });
      // Not in a finally block, because the generator never starts if the stream is destroyed before its first read.
      stream.once('close', () => {
        ending.abort();
        void chunks.return().catch(() => undefined);
      });
      return { ...source, stream };
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}
