import { Readable } from 'node:stream';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { Operation } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { z } from 'zod';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { systemClock } from '../clock.ts';
import { readableAddress } from './console-pages.ts';
import { PimentoError } from '../errors.ts';
import { decodeBeforeParsing } from './encoded-body.ts';
import { createQueryCheck, judge } from './input-check.ts';
import { parseJsonBody, type FaultFinder } from './json-body.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { answerProblem } from './problem-answers.ts';
import { type RunningAnswers, trackAnswers } from './running-answers.ts';
import { findShadowedPaths, type ShadowedPaths } from './shadowed-paths.ts';
import { answerUnreadable } from './unreadable-request.ts';
import type { Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** Errors have the form of RFC 6749. */
    oauthErrors?: boolean;
  }
}

export interface HttpAppOptions {
  log: Log;
  routes: readonly Route[];
  /** Identifies the caller and checks the permission. Throws `unauthorized` or `forbidden`. */
  authorize: (operation: Operation, request: FastifyRequest) => Promise<Caller | undefined>;
  findJsonFault: FaultFinder;
  /** Max bytes of a body that is read as a whole. Streams have their own limits. */
  jsonBodyLimit: number;
  /** Max requests per minute and key (per IP address before a key is known); 0 for no limit. */
  rateLimit: number;
  metrics: Metrics;
  /** Gets the answers that are being streamed. */
  runningAnswers: RunningAnswers;
}

const parameterPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Returns a signal that aborts when the caller closes the connection before the response is sent. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed && !reply.raw.writableFinished) controller.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Whether a body is passed as a stream: the operation reads it itself, or needs none and ignores it. */
const readsRaw = ({ operation }: Route) => operation.stream !== undefined || operation.body === undefined;

/** Makes the framework accept a body that is ignored, even if its Content-Type is malformed. */
function ignoreContentType({ operation }: Route, { headers }: FastifyRequest): void {
  const isIgnored = operation.stream === undefined && operation.body === undefined;
  if (isIgnored && headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream';
}

/**
 * Passes bodies as raw streams, for operations that read the body themselves or have none. All others use `useJsonBodies` (strict JSON or
 * form fields).
 */
function useRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
}
function useJsonBodies(app: FastifyInstance, findFault: FaultFinder): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:json|[\w.-]+\+json)(?:;|$)/i,
    { parseAs: 'buffer' },
    (_request, body, done) => {
      // many clients send a content type with an empty body; whether one is needed is judged later
      if (body.length === 0) {
        done(null, undefined);
        return;
      }
      try {
        done(null, parseJsonBody(Buffer.isBuffer(body) ? body : Buffer.from(body), findFault));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

/** Validates a JSON body or form; a missing body is an empty object, unless a content type announced one and the operation needs it. */
function judgeBody(schema: z.ZodType, { body, headers }: FastifyRequest): unknown {
  const isAnnounced = body === undefined && headers['content-type'] !== undefined;
  if (isAnnounced && !schema.safeParse({}).success)
    throw new PimentoError(problem('malformed-json', { kind: 'empty' }));
  return judge(schema, body ?? {}, 'body');
}

function register(app: FastifyInstance, route: Route, path: string, authorize: HttpAppOptions['authorize']): void {
  const { operation } = route;
  const checkNames = createQueryCheck(operation);
  app.route({
    method: operation.method,
    url: parameterPath(path),
    // also registers HEAD with the same handler
    exposeHeadRoute: operation.method === 'GET',
    config: { oauthErrors: operation.oauthErrors ?? false },
    onRequest: async (request) => {
      ignoreContentType(route, request);
      request.caller = await authorize(operation, request);
    },
    ...(operation.body ? { preParsing: decodeBeforeParsing } : {}),
    handler: async (request, reply) => {
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
      if (operation.body && isForm !== (operation.form ?? false) && request.body !== undefined) {
        const contentType = operation.form ? 'application/x-www-form-urlencoded' : 'application/json';
        throw new PimentoError(problem('unsupported-content-type', { kind: 'body', contentType }));
      }
      checkNames(request.query);
      const answer = await route.handle({
        params: judge(operation.params, request.params, 'path'),
        query: judge(operation.query, request.query, 'query'),
        body: operation.body ? judgeBody(operation.body, request) : undefined,
        caller: request.caller,
        request,
        reply,
        // created on demand, because most handlers do not need a signal
        get signal() {
          return hangUpSignal(reply);
        },
      });
      const contentType = operation.answers[answer.status]?.contentType;
      if (contentType !== undefined && reply.getHeader('content-type') === undefined) reply.type(contentType);
      // an empty stream for HEAD with 304: without a body the content length would be 0, which is not the length of the caller's copy
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body ?? (request.method === 'HEAD' && answer.status === 304 ? Readable.from([]) : undefined));
    },
  });
}

/** Responds to unmatched requests: 405 with Allow if the path exists with another method, otherwise 404. */
function answerUnknown(app: FastifyInstance, routes: readonly Route[]): void {
  const patterns = routes.map(({ operation }) => ({
    method: operation.method,
    pattern: new RegExp(`^${operation.path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    if (methods.length === 0)
      throw new PimentoError(problem('not-found', { kind: 'address', method: request.method, path }));
    throw new PimentoError(
      problem('method-not-allowed', { path, method: request.method, allowed: methods }),
      {},
      { allow: methods.join(', ') },
    );
  });
}

/** Returns the request id that the caller sent, if it is short and plain enough for a log line. */
function sentRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

function createApp({ log, jsonBodyLimit }: HttpAppOptions, paths: ShadowedPaths): FastifyInstance {
  // the wider type keeps the app's type at Fastify's default
  const loggerInstance: FastifyBaseLogger = log;
  return Fastify({
    loggerInstance,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: (request) => sentRequestId(request.headers['x-request-id']) ?? systemClock.randomId(),
    requestIdHeader: false,
    bodyLimit: jsonBodyLimit,
    // a query may name 1,000 products; the default limit of 16 kB is enough for only half of them
    http: { maxHeaderSize: 64 * 1024 },
    // ids have up to 255 characters, each up to 12 characters when percent-encoded
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    rewriteUrl: (request) => paths.rewrite(request.method ?? '', readableAddress(request)),
    // a body of gigabytes may take long; the idle limit below closes dead connections
    requestTimeout: 0,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      answerUnreadable(error, socket, log);
    },
    frameworkErrors: (error, request, reply) => {
      answerProblem(error, request, reply);
    },
  });
}

async function limitRate(app: FastifyInstance, max: number): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (request) => request.caller?.actor ?? request.ip,
  });
}

/** Adds the request id to responses, and closes connections while the app stops. */
function addAnswerHeaders(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    // otherwise the caller would keep the connection open and delay the shutdown
    if (isStopping) void reply.header('connection', 'close');
    done();
  });
}

function recordRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: request.caller?.actor,
      },
      'request',
    );
    done();
  });
}

/**
 * Creates the HTTP application with every route of the contract, problem responses, request ids and security headers. Does not start
 * listening.
 */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const paths = findShadowedPaths(options.routes.map(({ operation }) => operation));
  const app = createApp(options, paths);
  app.decorateRequest('caller', undefined);
  app.setErrorHandler(answerProblem);
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-origin' } });
  if (options.rateLimit > 0) await limitRate(app, options.rateLimit);
  addAnswerHeaders(app);
  trackAnswers(app, options.runningAnswers);
  recordRequests(app, options.metrics);
  useJsonBodies(app, options.findJsonFault);
  answerUnknown(app, options.routes);
  const registerAll = (into: FastifyInstance, routes: readonly Route[]) => {
    for (const route of routes) {
      const { operation } = route;
      const all = new Set([operation.path, paths.secondPath(operation) ?? operation.path]);
      for (const path of all) register(into, route, path, options.authorize);
    }
  };
  registerAll(
    app,
    options.routes.filter((route) => !readsRaw(route)),
  );
  await app.register(async (child) => {
    useRawBodies(child);
    registerAll(child, options.routes.filter(readsRaw));
  });
  return app;
}
