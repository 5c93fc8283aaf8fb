import { problem } from '@pimento/contract/problem';
import type { IncomingMessage } from 'node:http';
import {
  type Clock,
  createFairTurns,
  type Database,
  decodedBody,
  PimentoError,
  poolSize,
  untilAborted,
} from '../../platform/index.ts';
import type { PreparedStandard } from '../read/standard-rows.ts';
import type { StandardReader } from './standard-thread-service.ts';
import type { StandardKey } from './standard-types.ts';
import { findStoredLists } from './stored-list-views.ts';

export interface BodyDeps {
  database: Database;
  clock: Clock;
  read: StandardReader;
  maxBytes: number;
}

/** A request with a body. `pace` aborts when the body arrives too slowly. */
export interface BodyRequest {
  request: IncomingMessage;
  signal: AbortSignal;
  pace: AbortSignal;
}

/** Maximum number of documents that are checked at the same time. The thread that checks a document may use 2 GB of memory. */
const maxAtOnce = 2;

export type BodyService = (publisher: string, body: BodyRequest, key: StandardKey) => Promise<PreparedStandard>;

/**
 * Creates the service that receives and checks documents. Publishers take turns, because only `maxAtOnce` documents are checked at the same
 * time.
 */
export function createBodyService({ database, clock, read, maxBytes }: BodyDeps): BodyService {
  const turns = createFairTurns(poolSize(maxAtOnce), { waiting: 20, ms: 60_000 });
  return async (publisher, { request, signal, pace }, key) => {
    const isLines = requireFormat(request.headers['content-type']);
    using _turn = await turns.enter(publisher, signal);
    const bytes = await collect(
      untilAborted(decodedBody(request).iterator({ destroyOnReturn: false }), pace),
      maxBytes,
    );
    const stored = isLines ? undefined : await findStoredLists(database, key);
    const verdict = await read({ bytes, isLines, now: clock.now().getTime(), stored }, signal);
    if ('prepared' in verdict) return verdict.prepared;
    const { problems, count } = verdict;
    throw new PimentoError(problem('invalid-standard', { count }), { errors: problems });
  };
}

/**
 * @returns true for NDJSON
 * @throws PimentoError unsupported-content-type
 */
function requireFormat(header: string | undefined): boolean {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isLines = type === 'application/x-ndjson' || type === 'application/ndjson';
  if (!isLines && type !== 'application/json')
    throw new PimentoError(problem('unsupported-content-type', { kind: 'import', found: type === '' ? null : type }));
  return isLines;
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new PimentoError(problem('body-too-large', { kind: 'decoded', maxBytes }), { limit: maxBytes });
    kept.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of kept) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
