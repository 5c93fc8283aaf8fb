import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** A caller that misbehaves until it is disposed of. */
export type Attack = AsyncDisposable;

export interface Target {
  baseUrl: string;
  secret: string;
  clientId: string;
  operatorSecret: string;
}

/** Repeats a task in `lanes` concurrent loops until the attack ends. */
function onLanes(lanes: number, task: (signal: AbortSignal) => Promise<unknown>): Attack {
  const ending = new AbortController();
  async function lane(): Promise<void> {
    while (!ending.signal.aborted) {
      await task(ending.signal).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane));
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await running;
    },
  };
}

const headersOf = ({ secret }: Target) => ({ authorization: `Bearer ${secret}` });

/**
 * Sends a request and never reads the response. If `start` is given, the request has a body that begins with `start`, continues with a line
 * feed every 5 s and never ends. Resolves when the connection ends.
 */
function hold(
  target: Target,
  method: string,
  path: string,
  start: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const type = start === undefined ? {} : { 'content-type': 'application/x-ndjson' };
  const call = request(`${target.baseUrl}${path}`, {
    method,
    agent: false,
    headers: { ...headersOf(target), ...type },
    signal,
  });
  call.on('error', () => undefined);
  // Without a listener, Node.js would read and discard the response.
  call.on('response', (answer) => answer.pause());
  const trickle = setInterval(() => {
    if (start !== undefined) call.write('\n');
  }, 5_000);
  if (start === undefined) call.end();
  else call.write(start);
  return new Promise((resolve) => {
    call.on('close', () => {
      clearInterval(trickle);
      resolve();
    });
  });
}

/** Reads a response and discards it. This takes less processor time than `fetch`. */
async function get(target: Target, path: string, signal: AbortSignal): Promise<void> {
  const call = request(`${target.baseUrl}${path}`, { headers: headersOf(target), signal });
  call.on('response', (answer) => answer.resume());
  call.end();
  await once(call, 'close', { signal });
}

const importPath = '/api/import/v1/feeds/master';
const exportPath = '/api/products/v1/products/export';
const wellBegun = `${JSON.stringify({ __ID: 'held', text: 'x'.repeat(100_000) })}\n`;

export const trickledImports = (target: Target): Attack =>
  onLanes(8, (signal) => hold(target, 'POST', importPath, '\n', signal));
export const stoppedImports = (target: Target): Attack =>
  onLanes(8, (signal) => hold(target, 'POST', importPath, wellBegun, signal));
export const unreadExports = (target: Target): Attack =>
  onLanes(8, (signal) => hold(target, 'GET', exportPath, undefined, signal));
export const repeatedExports = (target: Target): Attack => onLanes(8, (signal) => get(target, exportPath, signal));

const conditions = Array.from({ length: 20 }, (_, index) => `where=description~nothing${index}`).join('&');
export const costlyQueries = (target: Target): Attack =>
  onLanes(20, (signal) => get(target, `/api/products/v1/products?count=true&${conditions}`, signal));

/** Starts servers that send one byte of a file every two seconds and never complete it. */
export async function startSlowOrigins(count: number): Promise<{ urls: string[] } & AsyncDisposable> {
  const servers: Server[] = [];
  for (let index = 0; index < count; index++) {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const timer = setInterval(() => response.write('x'), 2_000);
      response.write('x');
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`), // the servers listen on TCP
    [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      return Promise.resolve();
    },
  };
}

/** Sends a whole request over its own connection and discards the response. Resolves when the server closes the connection. */
async function post({ hostname, port }: URL, request: Buffer, signal: AbortSignal): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), signal });
  socket.on('error', () => undefined);
  socket.resume();
  socket.end(request);
  await once(socket, 'close', { signal });
}

/**
 * Repeats eight requests without a credential, all at the same time. They were the most expensive requests before the size of bodies was
 * limited.
 */
export function anonymousBodies({ baseUrl }: Target): Attack {
  const url = new URL(baseUrl);
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const fields = Buffer.from('a=1&'.repeat(2 ** 23));
  const kinds = [
    ['/oauth/token', form, fields],
    ['/oauth/token', form, fields.subarray(0, 2 ** 22)],
    ['/console/session', json, Buffer.from(`{${'"a":1,'.repeat(2 ** 22)}"b":1}`)],
    ['/console/session', json, Buffer.from('['.repeat(2 ** 25 - 2 ** 20))],
    ['/console/session', json, Buffer.from(`[${'1,'.repeat(2 ** 23)}`)],
    ['/nothing', form, fields.subarray(0, 2 ** 23)],
    ['/api/products/v1/products', form, fields.subarray(0, 2 ** 23)],
    ['/auth/realms/x/protocol/openid-connect/token', form, fields],
  ] as const;
  const requests = kinds.map(([path, type, body]) => {
    const head = `POST ${path} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  });
  let count = 0;
  return onLanes(requests.length, (signal) => post(url, requests[count++ % requests.length] ?? Buffer.of(), signal));
}
