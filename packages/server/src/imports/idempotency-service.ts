import type { ImportReport } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Database, PimentoError } from '../platform/index.ts';
import {
  claimIdempotencyKey,
  type FirstRequest,
  type IdempotentRequest,
  releaseIdempotencyKey,
  saveIdempotentAnswer,
} from './jobs/idempotency-store.ts';
import { type BodyContent, isSameContent } from './read/content-hash.ts';
import type { ImportFault } from './run/import-report.ts';

export type ImportAnswer =
  | { status: 200; body: ImportReport }
  | { status: 202; body: { jobRef: string; status: 'Importing' } };

/** The outcome of a request. `content` describes the part of the body that was read, or is undefined if the body was not hashed. */
export type Handled = ({ answer: ImportAnswer } | { refusal: PimentoError }) & { content: BodyContent | undefined };

interface RepeatableRequest {
  idempotent: IdempotentRequest;
  handle: () => Promise<Handled>;
  /** Reads at most `maxBytes` bytes of the body of a repeated request. */
  readContent: (maxBytes: number) => Promise<BodyContent>;
}

const keyReused = () => new PimentoError(problem('idempotency-key-reused', {}));

/** @throws PimentoError idempotency-key-reused if the two requests differ in anything other than their bodies */
function requireSameRequest(first: FirstRequest, { requestHash, formerHash }: IdempotentRequest): void {
  if (!first.requestHash.equals(requestHash) && !first.requestHash.equals(formerHash)) throw keyReused();
}

/**
 * Returns the stored response of the first request as the response to a repeated request.
 * @param readRepeated called only if the first request has ended and its content is known
 * @throws PimentoError idempotency-in-progress, idempotency-key-reused, or the stored refusal of the first request
 */
export async function repeatAnswer(
  first: FirstRequest,
  request: IdempotentRequest,
  readRepeated: (maxBytes: number) => BodyContent | Promise<BodyContent>,
): Promise<ImportAnswer> {
  requireSameRequest(first, request);
  if (first.status === null) {
    throw new PimentoError(
      problem('idempotency-in-progress', { jobRef: first.jobId }),
      { jobRef: first.jobId },
      { 'retry-after': '5' },
    );
  }
  // some rows have no content, such as rows written by earlier versions of Pimento
  if (first.content && !isSameContent(first.content, await readRepeated(first.content.bytes))) throw keyReused();
  // This type assertion is safe because only handleOnce and edits write this column.
  if (first.status < 300) return { status: first.status, body: first.answer } as ImportAnswer;
  const fault = first.answer as ImportFault; // also written only by handleOnce and edits
  throw new PimentoError(fault, fault.extra);
}

/**
 * Returns true if a refusal must be stored, so that a repeated request gets the same refusal. A refusal is not stored if a repeated request
 * can succeed, which is the case after an internal error, a lost or too slow HTTP connection, a body damaged in transit or a wrong credential.
 */
const isKept = ({ status, code, params }: PimentoError): boolean =>
  status < 500 &&
  code !== 'request-aborted' &&
  code !== 'request-timeout' &&
  code !== 'unauthorized' &&
  !(code === 'malformed-json' && params?.['kind'] === 'encoding');

/** Returns the status and the response to be stored for repeated requests. @returns undefined if the response must not be stored */
function keptOf(handled: Handled): { status: number; answer: unknown } | undefined {
  if ('answer' in handled) return { status: handled.answer.status, answer: handled.answer.body };
  if (!isKept(handled.refusal)) return undefined;
  const { status, code, message, params, extra } = handled.refusal;
  return { status, answer: { code, message, params, extra } };
}

/**
 * Handles a request with an Idempotency-Key once, and stores its response for repeated requests.
 * @throws PimentoError idempotency-in-progress, idempotency-key-reused, or the refusal of this request or of the first request
 */
export async function handleOnce(
  database: Database,
  { idempotent, handle, readContent }: RepeatableRequest,
): Promise<ImportAnswer> {
  const first = await claimIdempotencyKey(database, idempotent);
  if (first) return repeatAnswer(first, idempotent, readContent);
  const release = () => releaseIdempotencyKey(database, idempotent).catch(() => undefined);
  let handled: Handled;
  try {
    handled = await handle();
    const kept = keptOf(handled);
    if (kept) await saveIdempotentAnswer(database, idempotent, { ...kept, content: handled.content });
    else await release();
  } catch (error) {
    await release();
    throw error;
  }
  if ('refusal' in handled) throw handled.refusal;
  return handled.answer;
}
