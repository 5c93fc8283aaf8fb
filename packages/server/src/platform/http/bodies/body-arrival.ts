import { PassThrough, type Readable } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PimentoError } from '../../errors.ts';
import type { FairTurns } from '../../fair-turns.ts';
import { bodyTooLarge } from './body-size.ts';
import { announcesBody, createGentleCloser, hasUnreadBody } from './gentle-close.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `whole`: the body is parsed; `stream`: the handler reads the body, with its own limits; undefined: the body is ignored. */
    body?: 'whole' | 'stream';
  }
}

export interface ArrivalOptions {
  /** Maximum time for receiving a body, in milliseconds, unless the handler reads it as a stream. */
  bodyMs: number;
  /** The pool for bodies that are larger than `largeBytes` or of unknown size. It limits the memory for such bodies. */
  largeBodies: FairTurns;
  /** Returns the name under which a request is counted in the pool. */
  shareOf: (request: FastifyRequest) => string;
}

/**
 * A request that is rejected before its body has arrived closes its connection if the body is larger than this or of unknown size. A
 * smaller body usually arrives together with the headers.
 */
const smallBytes = 64 * 1024;
/**
 * If a body that is parsed as a whole is larger than this, or of unknown size, it waits for its turn before it is received. If the
 * operation's own limit is not above this number, its bodies never wait.
 */
export const largeBytes = 256 * 1024;

const bytesOf = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** Returns a stream of the same bytes, which fails with a PimentoError (request-timeout) if the body is not complete in time. */
function limitTime(payload: Readable, ms: number): Readable {
  const passed = new PassThrough();
  // This prevents an unhandled error, because no other listener is left after the first error.
  passed.on('error', () => undefined);
  const timer = setTimeout(() => {
    payload.unpipe(passed);
    passed.destroy(
      new PimentoError(problem('request-timeout', { kind: 'body', seconds: ms / 1_000 }), {}, { connection: 'close' }),
    );
  }, ms);
  passed.once('close', () => {
    clearTimeout(timer);
  });
  payload.once('error', (error) => passed.destroy(error));
  return payload.pipe(passed);
}

/** Closes the connection if the body of an operation that ignores bodies is not complete in time. */
function endInTime({ raw }: FastifyRequest, ms: number): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.socket.destroy();
  }, ms);
  timer.unref();
  raw.once('close', () => {
    clearTimeout(timer);
  });
}

/**
 * Prepares to receive a body. Checks its announced size, and waits for a turn if the body is large. Only then responds to `Expect:
 * 100-continue`, so that the caller sends the body.
 */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  options: ArrivalOptions,
): Promise<Readable> {
  if (!announcesBody(request.raw)) return payload;
  const { config, bodyLimit } = request.routeOptions;
  const bytes = bytesOf(request);
  if (config.body === 'whole' && bytes !== Infinity && bytes > bodyLimit) throw bodyTooLarge(bodyLimit);
  if (config.body === 'whole' && Math.min(bytes, bodyLimit) > largeBytes) {
    const turn = await options.largeBodies.enter(options.shareOf(request));
    reply.raw.once('close', () => {
      turn[Symbol.dispose]();
    });
    if (reply.raw.destroyed) turn[Symbol.dispose]();
  }
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  if (config.body === undefined) endInTime(request, options.bodyMs);
  return config.body === 'whole' ? limitTime(payload, options.bodyMs) : payload;
}

/** Returns true if the connection must be closed before the whole body has been received. */
function endsConnection(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.getHeader('connection') === 'close') return true;
  // the reader of a stream discards the rest of the body, because many senders read the response only after sending the whole body
  const isDiscarded = request.routeOptions.config.body === 'stream' && request.caller !== undefined;
  return reply.statusCode >= 400 && !isDiscarded && bytesOf(request) > smallBytes;
}

/**
 * Guards request bodies. A body is received only if the caller is authorized and the path exists, only up to the operation's limit, and
 * only within a time limit. The last two limits do not apply to streams. If a body is rejected early, the caller still gets the response.
 */
export function guardBodies(app: FastifyInstance, options: ArrivalOptions): void {
  const closer = createGentleCloser();
  // without this listener, the server would request the body before the caller is authenticated
  app.server.on('checkContinue', (request, response) => {
    app.routing(request, response);
  });
  app.addHook('preParsing', (request, reply, payload) => admit(request, reply, payload as Readable, options)); // the payload is the raw request
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasUnreadBody(request.raw) && endsConnection(request, reply)) {
      void reply.header('connection', 'close');
      closer.close(request.raw);
    }
    done();
  });
}
