import { Readable } from 'node:stream';
import { problemCodes, type Problem, type ProblemCode } from '@pimento/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { StoreUnavailable } from '../objects/object-store.ts';
import { errorCode, isDatabaseUnavailable, PimentoError } from '../errors.ts';

const frameworkCodes: Record<string, { code: ProblemCode; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body-too-large', detail: 'The body is larger than this operation accepts.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported-content-type',
    detail: 'The Content-Type of the body is not one that this operation accepts.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'malformed-json', detail: 'The body is empty; JSON was expected.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'request-aborted',
    detail: 'The body is not as long as its Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'not-found', detail: 'The path holds an invalid percent-encoding.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not-found', detail: 'A part of the path is too long.' },
};

const unavailable = (what: string) =>
  new PimentoError(
    'unavailable',
    `${what} cannot be reached right now. Try again shortly.`,
    {},
    { 'retry-after': '5' },
  );

/** Any thrown value as the refusal that its caller sees; undefined for a bug of ours. */
function asRefusal(error: unknown): PimentoError | undefined {
  if (error instanceof PimentoError) return error;
  const known = frameworkCodes[errorCode(error) ?? ''];
  if (known) return new PimentoError(known.code, known.detail);
  if (error instanceof StoreUnavailable) return unavailable('The store of files');
  if (isDatabaseUnavailable(error)) return unavailable('The database');
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429)
    return new PimentoError('too-many-requests', 'Too many requests with this key. Wait as Retry-After says.');
  if (status === 400)
    return new PimentoError('invalid-body', error instanceof Error ? error.message : 'The request is not valid.');
  return undefined;
}

/** Whether the database can hold no text of this: it takes neither U+0000 nor half of a surrogate pair. */
function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed() || value.includes('\u0000');
  if (typeof value !== 'object' || value === null || value instanceof Readable) return false;
  return Object.entries(value).some(([key, member]) => holdsUnstorable(key) || holdsUnstorable(member));
}

/** An error that came of a text which nothing can be done with; looked for only now, so that all other requests need not be. */
function asUnstorable({ params, query, body }: FastifyRequest): PimentoError | undefined {
  if (![params, query, body].some(holdsUnstorable)) return undefined;
  return new PimentoError('invalid-body', 'A text of the request holds U+0000 or half of a surrogate pair.');
}

/** RFC 9457 document of one refusal. */
export function problemDocument(refusal: PimentoError, requestId: string): Problem {
  const { status, title } = problemCodes[refusal.code];
  return {
    type: `/docs/problems#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    message: refusal.message,
    code: refusal.code,
    requestId,
    ...refusal.extra,
  };
}

/** Answers any error as problem+json; a bug is logged in full and answered with nothing but the request id. */
export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  let refusal = asRefusal(error) ?? asUnstorable(request);
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error');
    refusal = new PimentoError(
      'internal-error',
      `Something went wrong on our side. Give this request id to your operator: ${request.id}`,
    );
  } else if (refusal.status === 503) {
    // A refusal of our own says why; anything else is logged with where it came from.
    const cause = error instanceof PimentoError ? { reason: error.message } : { err: error };
    request.log.warn(cause, 'unavailable');
  }
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  void reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemDocument(refusal, request.id)));
}
