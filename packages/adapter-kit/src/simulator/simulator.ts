import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Operation } from '@pimento/contract';
import { createChance } from './chance.ts';
import { type Fault, judgeFault } from './chaos-rules.ts';
import type { Scenario } from './scenario.ts';
import { SimulatedAccess } from './simulated-access.ts';
import { problem, type SimulatedAnswer } from './simulated-answer.ts';
import { SimulatedGateway } from './simulated-gateway.ts';
import { simulatedRoutes } from './simulated-routes.ts';

/** One request and its outcome. */
export interface SeenRequest {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  path: string;
  /** Status of the response, or 0 if the connection broke before the request had an effect. */
  status: number;
  fault: Fault;
  /** The wait that a 429 response requested, or undefined for any other response. */
  retryAfterMs?: number;
  body: unknown;
}

export interface SimulatorOptions {
  port?: number;
  /** Called for every request after its response was sent or dropped. With the fault `break`, the status is 0. */
  onRequest?: (request: SeenRequest) => void;
}

export interface Simulator {
  baseUrl: string;
  keyId: string;
  secret: string;
  gateway: SimulatedGateway;
  /** All requests so far. */
  requests: SeenRequest[];
  /** Applies the fault to every request. `undefined` restores the faults of the scenario. */
  setFault(fault: Fault | undefined): void;
  close(): Promise<void>;
}

/** Starts an in-memory gateway that implements the adapter operations of the contract and injects the faults of the scenario. */
export async function startSimulator(scenario: Scenario, options: SimulatorOptions = {}): Promise<Simulator> {
  const chance = createChance(scenario.chaos.seed);
  const gateway = new SimulatedGateway(scenario, chance);
  const access = new SimulatedAccess();
  const requests: SeenRequest[] = [];
  let forced: Fault | undefined;
  let first: number | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    first ??= at;
    const fault = forced ?? judgeFault(scenario.chaos, at - first, chance());
    const text = await readText(request);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const seen: SeenRequest = {
      at,
      method: request.method ?? '',
      path: url.pathname,
      status: 0,
      fault,
      body: parse(text),
    };
    requests.push(seen);
    if (fault === 'break') {
      request.socket.destroy();
      options.onRequest?.(seen);
      return;
    }
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, scenario.chaos.slowMs));
    const answer = refusalOf(fault, scenario.chaos.retryAfterSeconds) ?? answerTo(gateway, access, request, url, text);
    seen.status = answer.status;
    if (fault === 'too-many') seen.retryAfterMs = scenario.chaos.retryAfterSeconds * 1000;
    if (fault === 'drop') request.socket.destroy();
    else send(response, answer);
    options.onRequest?.(seen);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (request.destroyed) return; // the caller was killed while sending
      send(response, problem('internal-error', String(error)));
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    keyId: access.keyId,
    secret: access.secret,
    gateway,
    requests,
    setFault(fault) {
      forced = fault;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refusalOf(fault: Fault, retryAfterSeconds: number): SimulatedAnswer | undefined {
  if (fault === 'error') return problem('unavailable', 'The database cannot be reached right now. Try again shortly.');
  if (fault !== 'too-many') return undefined;
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return problem(
    'too-many-requests',
    'Too many requests with this key. Wait as long as Retry-After states.',
    {},
    headers,
  );
}

function answerTo(
  gateway: SimulatedGateway,
  access: SimulatedAccess,
  request: IncomingMessage,
  url: URL,
  text: string,
): SimulatedAnswer {
  const { authorization } = request.headers;
  if (request.method === 'POST' && url.pathname === '/oauth/token')
    return access.issueToken(new URLSearchParams(text), authorization);
  const found = simulatedRoutes
    .map((route) => ({ route, params: matchPath(route.operation, url.pathname) }))
    .filter(({ params }) => params !== undefined);
  const match = found.find(({ route }) => route.operation.method === request.method);
  if (found.length > 0 && !match) return problem('method-not-allowed', `${request.method} is not allowed here.`);
  if (!match) return problem('not-found', `There is nothing at ${url.pathname}.`);
  const refusal = access.refuse(authorization);
  if (refusal) return refusal;
  const { operation } = match.route;
  const params = operation.params.safeParse(match.params);
  const wrongName = [...url.searchParams].find(
    ([name, value]) => value === '' || !Object.hasOwn(operation.query.shape, name),
  );
  if (wrongName) {
    const [parameter, value] = wrongName;
    const reason = value === '' ? 'must not be empty' : 'is not known here';
    return problem('invalid-parameter', `Query parameter ${JSON.stringify(parameter)} ${reason}.`, { parameter });
  }
  const query = operation.query.safeParse(queryOf(url));
  if (!params.success || !query.success) return refusedParameter(params.error ?? query.error);
  if (operation.stream) {
    const body = parse(text);
    if (body === undefined) return problem('malformed-json', 'The body is no JSON; the simulator reads no NDJSON.');
    return match.route.answer(gateway, { params: params.data, query: query.data, body });
  }
  if (!operation.body) return match.route.answer(gateway, { params: params.data, query: query.data, body: undefined });
  const value = parse(text);
  if (value === undefined) return problem('malformed-json', 'The body is no JSON.');
  const body = operation.body.safeParse(value);
  if (!body.success) return refusedBody(body.error);
  return match.route.answer(gateway, { params: params.data, query: query.data, body: body.data });
}

interface Refusal {
  issues: { path: PropertyKey[]; message: string }[];
}

function refusedParameter(error: Refusal | undefined): SimulatedAnswer {
  const [issue] = error?.issues ?? [];
  return problem('invalid-parameter', `${issue?.path.map(String).join('.')}: ${issue?.message}`);
}

function refusedBody(error: Refusal): SimulatedAnswer {
  const errors = error.issues.map(({ path, message }) => ({
    code: 'invalid',
    path: path.map((part) => `/${String(part)}`).join(''),
    message,
  }));
  return problem('invalid-body', `${errors[0]?.path} ${errors[0]?.message}`, { errors });
}

/** Returns the query parameters of a URL. A repeated parameter becomes a list, which the contract rejects if it allows only one value. */
function queryOf(url: URL): Record<string, string | string[]> {
  const names = [...new Set(url.searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function matchPath({ path }: Operation, pathname: string): Record<string, string> | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  const found = pattern.exec(pathname);
  if (!found) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  } catch {
    return undefined; // an invalid percent-encoding matches no route
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body, headers }: SimulatedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
