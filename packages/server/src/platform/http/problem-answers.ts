import { Readable } from 'node:stream';
import { problemCodes, type Problem, type ProblemCode } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { StoreUnavailableError } from '../objects/object-store.ts';
import { bodyTooLarge } from './bodies/body-size.ts';
import { errorCode, isDatabaseUnavailable, PimentoError, shortageOf } from '../errors.ts';
import { isStorableText } from '../storable-text.ts';
import { isLockTimeout } from '../database/lock-waits.ts';
import { oauthError } from './oauth-error.ts';

const frameworkProblems: Record<string, CodedProblem<ProblemCode>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: problem('malformed-json', { kind: 'empty' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: problem('request-aborted', { kind: 'content-length' }),
  FST_ERR_BAD_URL: problem('not-found', { kind: 'encoding' }),
  FST_ERR_MAX_PARAM_LENGTH: problem('not-found', { kind: 'too-long' }),
};

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

const unavailable = (kind: 'database' | 'connections' | 'locked' | 'store') =>
  new PimentoError(problem('unavailable', { kind }), {}, { 'retry-after': '5' });

const full = (kind: 'database' | 'files') =>
  new PimentoError(problem('storage-full', { kind }), {}, { 'retry-after': '60' });

function wrongType({ routeOptions }: FastifyRequest): PimentoError {
  const isForm = routeOptions.config.operation?.form === true;
  const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return new PimentoError(problem('unsupported-content-type', { kind: 'body', contentType }));
}

/** Converts an expected error to the problem for the caller. @returns undefined for an unexpected error, such as a bug */
function asRefusal(error: unknown, request: FastifyRequest): PimentoError | undefined {
  if (error instanceof PimentoError) return error;
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit);
  if (errorCode(error) === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongType(request);
  const known = frameworkProblems[errorCode(error) ?? ''];
  if (known) return new PimentoError(known);
  if (error instanceof StoreUnavailableError) return unavailable('store');
  const shortage = shortageOf(error);
  if (shortage !== undefined) return shortage === 'connections' ? unavailable(shortage) : full(shortage);
  if (isDatabaseUnavailable(error)) return unavailable('database');
  if (isLockTimeout(error)) return unavailable('locked');
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429) return new PimentoError(problem('too-many-requests', { kind: 'key' }));
  // The file server rejects paths outside of its folder.
  if (status === 403 || status === 404)
    return new PimentoError(problem('not-found', { kind: 'address', method: request.method, path: pathOf(request) }));
  if (status === 400) {
    const reason = error instanceof Error ? error.message : 'The request is not valid.';
    return new PimentoError(problem('invalid-body', { kind: 'other', reason }));
  }
  return undefined;
}

/** Returns true if a value contains, at any depth, a string that cannot be stored. */
function holdsUnstorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string' && !isStorableText(part)) return true;
    if (typeof part !== 'object' || part === null || part instanceof Readable) continue;
    for (const [key, member] of Object.entries(part)) open.push(key, member);
  }
  return false;
}

/**
 * Returns a problem if the request contains a string that cannot be stored, otherwise undefined. Called only after an error, so that the
 * check does not slow down successful requests.
 */
function asUnstorable({ params, query, body }: FastifyRequest): PimentoError | undefined {
  if (![params, query, body].some(holdsUnstorable)) return undefined;
  return new PimentoError(problem('invalid-body', { kind: 'unstorable' }));
}

/** Builds the RFC 9457 document of a problem. */
export function problemDocument(refusal: PimentoError, requestId: string): Problem {
  const { status, title } = problemCodes[refusal.code];
  return {
    type: `/docs/problems#${refusal.code}`,
    title,
    status,
    detail: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.params === undefined ? {} : { params: refusal.params }),
    requestId,
    ...refusal.extra,
  };
}

/** Returns true if the work for a request ended because the HTTP client disconnected. */
const hasHungUp = (error: unknown, { raw }: FastifyRequest): boolean =>
  error instanceof Error && error.name === 'AbortError' && raw.socket.destroyed;

function refusalOf(error: unknown, request: FastifyRequest): PimentoError {
  const refusal = asRefusal(error, request) ?? asUnstorable(request);
  if (refusal === undefined) {
    if (hasHungUp(error, request)) request.log.debug('the caller closed the connection');
    else request.log.error({ err: error }, 'unexpected error');
    return new PimentoError(problem('internal-error', { kind: 'request', requestId: request.id }));
  }
  if (refusal.status === 503 || refusal.status === 507) {
    // For a problem that Pimento throws itself, the message is enough. Any other error is logged with its stack trace and code.
    const cause = error instanceof PimentoError ? { reason: error.message } : { err: error, code: errorCode(error) };
    request.log.warn(cause, refusal.code);
  }
  return refusal;
}

/**
 * Returns the document as JSON. If one of its members cannot be serialized, returns only the required members, so that the framework does
 * not send its own response.
 */
function documentText(refusal: PimentoError, request: FastifyRequest): string {
  try {
    const document = problemDocument(refusal, request.id);
    return JSON.stringify(isOauth(request) ? { ...document, ...oauthError(refusal) } : document);
  } catch (error) {
    request.log.error({ err: error, code: refusal.code }, 'a problem could not be written');
    const { status, title } = problemCodes[refusal.code];
    return JSON.stringify({ title, status, detail: title, message: title, code: refusal.code, requestId: request.id });
  }
}

const isOauth = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.operation?.oauthErrors === true;

/**
 * Responds to an error with problem+json. Operations with `oauthErrors` respond with JSON that also has the members of RFC 6749. A bug is
 * logged in full, and the response contains only the request id. If a response has already begun, closes the connection instead.
 */
export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  void reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type(isOauth(request) ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8')
    .send(documentText(refusal, request));
}
