import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { maxBodyBytes, type Operation } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ActRunner } from './act-request.ts';
import type { ClientActivity } from '../client-activity.ts';
import { systemClock } from '../clock.ts';
import { readableAddress } from './console-pages.ts';
import { PimentoError } from '../errors.ts';
import { decodeBeforeParsing } from './bodies/encoded-body.ts';
import { poolSize } from '../fair-turn-rules.ts';
import { createFairTurns, type FairTurns } from '../fair-turns.ts';
import { addAnswerHeaders } from './answer-headers.ts';
import { guardBodies, largeBytes } from './bodies/body-arrival.ts';
import { type PaceLimits, usualPace, watchPace } from './bodies/body-pace.ts';
import { type Caller, clientShare } from './caller.ts';
import { createQueryCheck, judge } from './input-check.ts';
import { parseJsonBody, type FaultFinder } from './bodies/json-body.ts';
import { type LargeBodyReader, ReadBody } from './bodies/large-body.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { answerProblem } from './problem-answers.ts';
import { traceRequests } from './request-spans.ts';
import { type RunningAnswers, trackAnswers } from './running-answers.ts';
import { answerUnreadable } from './unreadable-request.ts';
import { type CountWrongCredential, limitRate } from './request-rate.ts';
import type { Reply, Route } from './routes.ts';
import { findShadowedPaths, type ShadowedPaths } from './shadowed-paths.ts';
import { refuseUnknown } from './unknown-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** See `Reply`. */
    isEmpty: boolean;
  }
  interface FastifyContextConfig {
    /** True if requests count towards the rate limit. */
    isLimited?: boolean;
    operation?: Operation;
  }
}

export interface HttpAppOptions {
  log: Log;
  routes: readonly Route[];
  /** Identifies the caller and checks the permission. @throws PimentoError unauthorized, forbidden */
  authorize: (operation: Operation, request: FastifyRequest) => Promise<Caller | undefined>;
  /** Records audited operations. If undefined, nothing is recorded. */
  runAct?: ActRunner;
  findJsonFault: FaultFinder;
  /** Maximum number of bytes of a body that is read as a whole. An operation can have a lower limit. Streams have their own limits. */
  jsonBodyLimit: number;
  /** Maximum number of requests per minute and caller (per sender, see `senderOf`, if there is no caller), or 0 for no limit. */
  rateLimit: number;
  /** Maximum number of concurrent HTTP connections, 5,000 by default. */
  maxConnections?: number;
  /** Addresses and ranges of the proxies whose X-Forwarded-* headers are trusted, none by default. */
  trustedProxies?: readonly string[];
  /** True if people reach Pimento over HTTPS, false by default. */
  isSecure?: boolean;
  /** Returns true if Pimento will stop soon. Each response then closes its connection. By default, it returns false. */
  isLeaving?: () => boolean;
  /**
   * Maximum number of operations in progress, 10 by default. The number is limited, because each operation uses database connections.
   * Clients take turns. Health checks, streams and long routes do not count.
   */
  maxOperations?: number;
  /** Maximum number of operations in progress that write events; 5 by default. */
  maxAppends?: number;
  /** Reads large JSON bodies in a worker thread. If undefined, they are read in the main thread. */
  readLargeBody?: LargeBodyReader;
  /** Overrides the time limit and the minimum rate of bodies. */
  arrival?: { bodyMs?: number; pace?: PaceLimits };
  metrics: Metrics;
  /** Collects the responses that are being streamed. */
  runningAnswers: RunningAnswers;
  activity?: ClientActivity;
}

const parameterPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Returns a signal that aborts when the HTTP client disconnects before the response is sent. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed && !reply.raw.writableFinished) controller.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Returns a signal that aborts when a body arrives too slowly. The abort also makes the connection close after the response. */
function paceSignal(request: FastifyRequest, reply: FastifyReply, limits: PaceLimits): AbortSignal {
  const signal = watchPace(request.raw, limits);
  signal.addEventListener('abort', () => {
    if (!reply.sent) void reply.header('connection', 'close');
  });
  return signal;
}

/**
 * Passes bodies as raw streams, for operations that read the body themselves or have no body. All other operations use `useJsonBodies` or
 * `useForms`.
 */
function useRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
}
function useJsonBodies(app: FastifyInstance, findFault: FaultFinder, readLarge?: LargeBodyReader): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:json|[\w.-]+\+json)(?:;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: string | Buffer) => {
      // many clients send a content type with an empty body
      if (body.length === 0 && request.method === 'DELETE') return undefined;
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
      const { operation } = request.routeOptions.config;
      if (bytes.length > largeBytes && operation && readLarge)
        return new ReadBody(await readLarge(operation.id, bytes));
      return parseJsonBody(bytes, findFault);
    },
  );
}

/** Maximum number of form fields. No operation needs more than half as many. */
const maxFormFields = 12;

function useForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const text = body.toString();
    if (text.split('&', maxFormFields + 1).length > maxFormFields) {
      done(new PimentoError(problem('invalid-body', { kind: 'fields', max: maxFormFields })));
    } else done(null, Object.fromEntries(new URLSearchParams(text)));
  });
}

/**
 * Returns the validated body. A large body was already validated in the thread that parsed it. A missing body is treated as an empty
 * object, unless the request has a content type and the operation requires a body.
 */
function bodyOf(schema: NonNullable<Operation['body']>, { body, headers }: FastifyRequest): unknown {
  if (body instanceof ReadBody) return body.value;
  const isAnnounced = body === undefined && headers['content-type'] !== undefined;
  if (isAnnounced && !schema.safeParse({}).success)
    throw new PimentoError(problem('malformed-json', { kind: 'empty' }));
  return judge(schema, body ?? {}, 'body');
}

/** Makes the framework accept a body that is ignored, even if its Content-Type is malformed. */
function ignoreContentType({ operation }: Route, { headers }: FastifyRequest): void {
  const isIgnored = operation.stream === undefined && operation.body === undefined;
  if (isIgnored && headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream';
}

type RegisterOptions = Pick<HttpAppOptions, 'authorize' | 'jsonBodyLimit' | 'arrival' | 'runAct' | 'activity'> & {
  countWrong: CountWrongCredential;
  operations: FairTurns;
  /** Turns of the operations that write events. */
  appends: FairTurns;
};

/**
 * Identifies the caller. Counts the request as one with a wrong credential if it is rejected with 401.
 * @returns undefined if the operation needs no caller
 */
async function findCaller(
  { authorize, countWrong }: RegisterOptions,
  operation: Operation,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  try {
    return await authorize(operation, request);
  } catch (error) {
    if (error instanceof PimentoError && error.status === 401) await countWrong(request);
    throw error;
  }
}

/** Validates the inputs and runs the handler, as an act of the audit log if the operation is audited. */
async function perform(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { arrival, runAct }: RegisterOptions,
): Promise<Reply> {
  const { operation } = route;
  const call: Parameters<Route['handle']>[0] = {
    params: judge(operation.params, request.params, 'path'),
    query: judge(operation.query, request.query, 'query'),
    body: operation.body ? bodyOf(operation.body, request) : undefined,
    caller: request.caller,
    request,
    reply,
    // created on demand, because most handlers do not need a signal
    get signal() {
      return hangUpSignal(reply);
    },
    get pace() {
      return paceSignal(request, reply, arrival?.pace ?? usualPace);
    },
  };
  if (!runAct) return route.handle(call);
  const { params, body, caller } = call;
  const userAgent = request.headers['user-agent'];
  return runAct(operation, { caller, address: request.ip, userAgent, params, body }, async () => route.handle(call));
}

function register(app: FastifyInstance, route: Route, path: string, options: RegisterOptions): void {
  const { operation } = route;
  const isHealth = operation.tag === 'Health';
  const checkNames = createQueryCheck(operation);
  app.route({
    method: operation.method,
    url: parameterPath(path),
    // For GET, the framework also registers HEAD with the same handler.
    exposeHeadRoute: operation.method === 'GET',
    bodyLimit: Math.min(options.jsonBodyLimit, maxBodyBytes(operation)),
    config: {
      operation,
      isLimited: !isHealth,
      ...(operation.stream ? { body: 'stream' } : operation.body ? { body: 'whole' } : {}),
    },
    onRequest: async (request) => {
      ignoreContentType(route, request);
      request.caller = await findCaller(options, operation, request);
    },
    ...(operation.body ? { preParsing: decodeBeforeParsing } : {}),
    handler: async (request, reply) => {
      checkNames(request.query);
      // Streams and long routes take no turn, because they would keep it while they wait for something other than the database.
      const isShort = !isHealth && operation.stream === undefined && route.isLong !== true;
      const share = clientShare(request.caller, request.ip);
      if (isShort) options.activity?.record(share);
      // Entered first, because a request that waits to write an event must not take a turn from other operations.
      using _appending = route.isAppending ? await options.appends.enter(share, hangUpSignal(reply)) : undefined;
      using _turn = isShort ? await options.operations.enter(share, hangUpSignal(reply)) : undefined;
      const answer = await perform(route, request, reply, options);
      request.isEmpty = answer.isEmpty ?? false;
      const contentType = operation.answers[answer.status]?.contentType;
      if (contentType !== undefined && reply.getHeader('content-type') === undefined) reply.type(contentType);
      // A HEAD request that is answered with 304 gets an empty stream. Without a body, Content-Length would be 0 and contradict the size of
      // the copy that the caller has cached.
      return await reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body ?? (request.method === 'HEAD' && answer.status === 304 ? Readable.from([]) : undefined));
    },
  });
}

/** Returns the request id that the HTTP client sent. @returns undefined unless it is short and plain enough for a log line */
function sentRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

function createApp({ log, jsonBodyLimit, trustedProxies = [] }: HttpAppOptions, paths: ShadowedPaths): FastifyInstance {
  // typed as the base interface, so that the app has Fastify's default type
  const loggerInstance: FastifyBaseLogger = log;
  return Fastify({
    loggerInstance,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: (request) => sentRequestId(request.headers['x-request-id']) ?? systemClock.randomId(),
    requestIdHeader: false,
    bodyLimit: jsonBodyLimit,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // A query may contain 1,000 product ids. The default limit of 16 kB is enough for only half of them.
    http: { maxHeaderSize: 64 * 1024 },
    // Ids have up to 255 characters. Percent-encoding can turn each character into 12 characters.
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
    rewriteUrl: (request) => paths.rewrite(request.method ?? '', readableAddress(request)),
    // There is no timeout here, because a body of gigabytes can take a long time. body-arrival.ts limits the time of all other bodies.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    // a request that arrives on an open connection during the shutdown is answered like those before it
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      answerUnreadable(error, socket, log);
    },
    frameworkErrors: (error, request, reply) => {
      answerProblem(error, request, reply);
    },
  });
}

/** Maximum number of characters of a user agent in a log line. */
const maxAgentCharacters = 200;

function recordRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
    request.log[request.isEmpty && reply.statusCode < 400 ? 'debug' : 'info'](
      {
        ...request.span?.ids,
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: request.caller?.actor,
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, maxAgentCharacters),
      },
      'request',
    );
    done();
  });
}

/** Maximum time for receiving a body that is not a stream. */
const maxBodyMs = 30_000;
/** Maximum number of large JSON bodies (over 256 KiB) that are received and parsed at the same time. Each has up to 32 MiB by default. */
const maxLargeBodies = 4;
/** Maximum number of operations of one client that wait for their turn, and the maximum time of a wait. */
const maxWaiting = 200;
const maxWaitMs = 10_000;
/**
 * A client whose operations take longer than this on average may run only `maxSlowOperations` of them at the same time. Otherwise they
 * would delay the operations of other clients.
 */
const slowMs = 100;
const maxSlowOperations = Math.max(2, Math.floor(availableParallelism() / 2));

/** Returns how the body of an operation is read. If the operation ignores the body, it is passed as a raw stream that no code reads. */
function readerOf({ stream, body, form }: Operation): 'raw' | 'form' | 'json' {
  if (stream || !body) return 'raw';
  return form === true ? 'form' : 'json';
}

/** Creates the HTTP application with the given routes, problem responses, request ids and security headers. Does not start listening. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const paths = findShadowedPaths(options.routes.map(({ operation }) => operation));
  const app = createApp(options, paths);
  app.server.maxConnections = options.maxConnections ?? 5_000;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('isEmpty', false);
  traceRequests(app);
  app.setErrorHandler(answerProblem);
  await addAnswerHeaders(app, { isSecure: options.isSecure ?? false, isLeaving: options.isLeaving ?? (() => false) });
  const countWrong = await limitRate(app, options.rateLimit);
  refuseUnknown(app, options.routes);
  const shareOf = (request: FastifyRequest) => clientShare(request.caller, request.ip);
  const largeBodies = createFairTurns(poolSize(maxLargeBodies), { waiting: 8, ms: maxWaitMs });
  guardBodies(app, { bodyMs: options.arrival?.bodyMs ?? maxBodyMs, largeBodies, shareOf });
  trackAnswers(app, options.runningAnswers);
  recordRequests(app, options.metrics);
  const operations = createFairTurns(
    { ...poolSize(options.maxOperations ?? 10), slow: maxSlowOperations },
    { waiting: maxWaiting, ms: maxWaitMs, slowMs },
  );
  const appends = createFairTurns(poolSize(options.maxAppends ?? 5), { waiting: maxWaiting, ms: maxWaitMs });
  const registering = { ...options, countWrong, operations, appends };
  const kinds = Map.groupBy(options.routes, ({ operation }) => readerOf(operation));
  const readers = {
    raw: useRawBodies,
    form: useForms,
    json: (child: FastifyInstance) => {
      useJsonBodies(child, options.findJsonFault, options.readLargeBody);
    },
  };
  for (const [kind, routes] of kinds) {
    await app.register(async (child) => {
      readers[kind](child);
      for (const route of routes) {
        const { operation } = route;
        const all = new Set([operation.path, paths.secondPath(operation) ?? operation.path]);
        for (const path of all) register(child, route, path, registering);
      }
    });
  }
  return app;
}
