import { PimentoError, type Metrics, type Replica } from '../../platform/index.ts';

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/** The database from which an export was read. */
export interface ExportSource {
  /** Number of milliseconds by which the replica may be behind. Undefined if the primary database was read. */
  lagMs?: number;
}

interface SourceDeps {
  replica?: Replica | undefined;
  metrics?: Pick<Metrics, 'exports'> | undefined;
}

/** Returns true if another database would give the same error, or if the export was cancelled. */
const isFinal = (error: unknown, signal: AbortSignal) =>
  signal.aborted || (error instanceof PimentoError && error.code === 'query-too-slow');

/**
 * Reads an export from the replica if it is up to date, otherwise from the primary database. If the replica fails before the first chunk,
 * the export is read from the primary database, and the caller does not notice. This includes errors of the request, because the
 * definitions of the replica may be behind, but not queries that are too slow.
 * @param read reads from the replica if it has reached the log position `reached`, or from the primary database if `reached` is undefined
 * @param source gets the lag before the first chunk
 * @throws the errors of `read`
 */
export async function* readAnywhere(
  { replica, metrics }: SourceDeps,
  read: (reached?: string) => Chunks,
  signal: AbortSignal,
  source: ExportSource,
): Chunks {
  const choice = await replica?.choose();
  if (replica && choice) {
    let hasBegun = false;
    const begin = () => {
      if (!hasBegun) metrics?.exports.inc({ source: 'replica' });
      hasBegun = true;
    };
    try {
      source.lagMs = choice.lagMs;
      for await (const chunk of read(choice.position)) {
        begin();
        yield chunk;
      }
      begin();
      return;
    } catch (error) {
      if (isFinal(error, signal)) throw error;
      if (!(error instanceof PimentoError)) replica.reportFault(error);
      if (hasBegun) throw error;
      delete source.lagMs;
    }
  }
  metrics?.exports.inc({ source: replica ? 'fallback' : 'primary' });
  yield* read();
}
