import { PassThrough, type Readable } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PimentoError } from '../../errors.ts';
import type { FairTurns } from '../../fair-turns.ts';
import { bodyTooLarge } from './body-size.ts';
import { announcesBody, closeGently, hasUnreadBody } from './gentle-close.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `whole`: the body is parsed; `stream`: the handler reads it, with limits of its own; otherwise no byte of it is used. */
    body?: 'whole' | 'stream';
  }
}

export interface ArrivalOptions {
  /** Time for a whole body that is not a stream. */
  bodyMs: number;
  /** The pool for bodies of more than `largeBytes`, so that waiting bodies cannot fill the memory. */
  largeBodies: FairTurns;
  /** Names the client that a request counts for. */
  shareOf: (request: FastifyRequest) => string;
}

/** A body of this size or of unknown size may be long; smaller ones are received together with the headers. */
const smallBytes = 64 * 1024;
/** Larger JSON bodies wait for a turn before they are received. */
export const largeBytes = 256 * 1024;

const bytesOf = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** Passes a body through, and ends it with a PimentoError (request-timeout) if it is not complete in time. */
function limitTime(payload: Readable, ms: number): Readable {
  const passed = new PassThrough();
  // after its first error nothing listens any more
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
 * Lets a body begin: checks its announced size, waits for a turn if it is large, and only then asks a caller that sent
 * `Expect: 100-continue` for it.
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

/** Decides whether the connection is closed although a part of the body has not been received. */
function endsConnection(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.getHeader('connection') === 'close') return true;
  // the reader of a stream discards the rest, because many senders read the answer only after the whole body
  const isDiscarded = request.routeOptions.config.body === 'stream' && request.caller !== undefined;
  return reply.statusCode >= 400 && !isDiscarded && bytesOf(request) > smallBytes;
}

/**
 * Guards bodies of requests: nothing of a body is received before the caller is authorized, nothing for an unknown address, nothing beyond
 * the operation's limit, and no body takes longer than its time. The answer to a body that is refused early reaches the caller.
 */
export function guardBodies(app: FastifyInstance, options: ArrivalOptions): void {
  // without this listener, the server asks for the body before anything is known of the caller
  app.server.on('checkContinue', (request, response) => {
    app.routing(request, response);
  });
  app.addHook('preParsing', (request, reply, payload) => admit(request, reply, payload as Readable, options)); // the raw request
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasUnreadBody(request.raw) && endsConnection(request, reply)) {
      void reply.header('connection', 'close');
      closeGently(request.raw);
    }
    done();
  });
}
