import { Readable } from 'node:stream';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { Operation } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from './caller.ts';
import { systemClock } from '../clock.ts';
import { readableAddress } from './console-pages.ts';
import { PimentoError } from '../errors.ts';
import { jsonPointer } from '../json-pointer.ts';
import { closestIssues, inputFault } from './input-faults.ts';
import { parseJsonBody, type FaultFinder } from './json-body.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { answerProblem } from './problem-answers.ts';
import { answerUnreadable } from './unreadable-request.ts';
import type { Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export interface HttpAppOptions {
  log: Log;
  routes: readonly Route[];
  /** Identifies the caller and checks the permission: throws `unauthorized` or `forbidden`. */
  authorize: (operation: Operation, request: FastifyRequest) => Promise<Caller | undefined>;
  findJsonFault: FaultFinder;
  /** Bytes of a body that is read whole. Streams have their own limits. */
  jsonBodyLimit: number;
  /** Requests a minute and key (or address, before a key is known); 0 for no limit. */
  rateLimit: number;
  metrics: Metrics;
}

const parameterPath = (operation: Operation) => operation.path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Validates one part of a request; the problem names each parameter that is wrong. */
function judge<S extends z.ZodType>(schema: S, value: unknown, part: 'path' | 'query' | 'body'): z.output<S> {
  const judged = schema.safeParse(value);
  if (judged.success) return judged.data;
  const faults = judged.error.issues
    .flatMap(closestIssues)
    .map((issue) => ({ steps: issue.path, fault: inputFault(issue, value) }));
  if (part === 'body') {
    const members = faults.map(({ steps, fault }) => ({ path: jsonPointer(steps), fault }));
    const errors = members.map(({ path, fault }) => ({ ...problem('invalid-body', { kind: 'member', fault }), path }));
    throw new PimentoError(problem('invalid-body', { kind: 'members', faults: members }), { errors });
  }
  const parameters = faults.map(({ steps, fault }) => ({ parameter: String(steps[0]), fault }));
  throw new PimentoError(problem('invalid-parameter', { kind: 'values', place: part, faults: parameters }), {
    parameter: parameters[0]?.parameter,
  });
}

/** A parameter in the wrong letter case must not be treated as missing: a dry run would import. */
function createSpellingCheck(operation: Operation): (query: unknown) => void {
  const known = new Map(Object.keys(operation.query.shape).map((name) => [name.toLowerCase(), name]));
  return (query) => {
    for (const name of Object.keys(query ?? {})) {
      const meant = known.get(name.toLowerCase());
      if (meant === undefined || meant === name) continue;
      throw new PimentoError(problem('invalid-parameter', { kind: 'spelling', parameter: name, meant }), {
        parameter: name,
      });
    }
  };
}

/** Aborts when the caller closes the connection before the answer is sent. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed && !reply.raw.writableFinished) controller.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Body parsers: raw streams for operations that read their own body or none, strict JSON or form fields for all others. */
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
    (request, body, done) => {
      // many clients send a content type without a body
      if (body.length === 0 && request.method === 'DELETE') {
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

function register(app: FastifyInstance, route: Route, authorize: HttpAppOptions['authorize']): void {
  const { operation } = route;
  const refuseMisspelt = createSpellingCheck(operation);
  app.route({
    method: operation.method,
    url: parameterPath(operation),
    // HEAD is answered like GET, without a second registration
    exposeHeadRoute: operation.method === 'GET',
    onRequest: async (request) => {
      request.caller = await authorize(operation, request);
    },
    handler: async (request, reply) => {
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
      if (operation.body && isForm !== (operation.form ?? false) && request.body !== undefined) {
        const contentType = operation.form ? 'application/x-www-form-urlencoded' : 'application/json';
        throw new PimentoError(problem('unsupported-content-type', { kind: 'body', contentType }));
      }
      refuseMisspelt(request.query);
      const answer = await route.handle({
        params: judge(operation.params, request.params, 'path'),
        query: judge(operation.query, request.query, 'query'),
        body: operation.body ? judge(operation.body, request.body ?? {}, 'body') : undefined,
        caller: request.caller,
        request,
        reply,
        // most handlers do not need one
        get signal() {
          return hangUpSignal(reply);
        },
      });
      const contentType = operation.answers[answer.status]?.contentType;
      if (contentType !== undefined && reply.getHeader('content-type') === undefined) reply.type(contentType);
      // HEAD without a body would be answered with a length of 0, which is not the length of the caller's copy
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body ?? (request.method === 'HEAD' && answer.status === 304 ? Readable.from([]) : undefined));
    },
  });
}

/** An address that exists with another method is answered 405 with Allow, anything else 404. */
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

/** The id that the caller chose, if it is short and plain enough for a log line. */
function sentRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

function createApp({ log, jsonBodyLimit }: HttpAppOptions): FastifyInstance {
  // the wider type keeps the app's own type the usual one
  const loggerInstance: FastifyBaseLogger = log;
  return Fastify({
    loggerInstance,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: (request) => sentRequestId(request.headers['x-request-id']) ?? systemClock.randomId(),
    requestIdHeader: false,
    bodyLimit: jsonBodyLimit,
    // a list may name 1,000 products in its query; the default of 16 kB holds half of them
    http: { maxHeaderSize: 64 * 1024 },
    // ids of 255 characters, percent-encoded: 12 characters each at most
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    rewriteUrl: readableAddress,
    // a body of gigabytes may take its time; the idle limit below closes dead connections
    requestTimeout: 0,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    // ids that differ in percent-encoded slashes are different ids
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

/** Adds the request id to answers, and closes connections while the app stops. */
function addAnswerHeaders(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    // the caller would keep the connection for its next request, and the end would wait for it
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

/** The HTTP application: every route of the contract, problems, request ids, security headers. It does not listen yet. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const app = createApp(options);
  app.decorateRequest('caller', undefined);
  app.setErrorHandler(answerProblem);
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'same-origin' } });
  if (options.rateLimit > 0) await limitRate(app, options.rateLimit);
  addAnswerHeaders(app);
  recordRequests(app, options.metrics);
  useJsonBodies(app, options.findJsonFault);
  answerUnknown(app, options.routes);
  const readsRaw = ({ operation }: Route) => operation.stream !== undefined || operation.ignoresBody === true;
  for (const route of options.routes.filter((route) => !readsRaw(route))) register(app, route, options.authorize);
  await app.register(async (child) => {
    useRawBodies(child);
    for (const route of options.routes.filter(readsRaw)) register(child, route, options.authorize);
  });
  return app;
}
