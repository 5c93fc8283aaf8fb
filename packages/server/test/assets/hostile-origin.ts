import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Answer = (request: IncomingMessage, response: ServerResponse, visit: number) => void;

export interface HostileOrigin extends AsyncDisposable {
  /** Origin URL without a path. */
  url: string;
  port: number;
  /** Number of requests for each path. */
  visits: Map<string, number>;
  /** Headers of the last request for each path. */
  headers: Map<string, IncomingMessage['headers']>;
  /** Number of requests that are currently open, and the maximum so far. */
  open: { now: number; most: number };
  on(path: string, answer: Answer): string;
}

/** Starts a server that misbehaves in the ways that a test configures. */
export async function startHostileOrigin(): Promise<HostileOrigin> {
  const answers = new Map<string, Answer>();
  const visits = new Map<string, number>();
  const headers = new Map<string, IncomingMessage['headers']>();
  const open = { now: 0, most: 0 };
  const http = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    const visit = (visits.get(path) ?? 0) + 1;
    visits.set(path, visit);
    headers.set(path, request.headers);
    open.most = Math.max(open.most, ++open.now);
    response.on('close', () => open.now--);
    response.on('error', () => undefined);
    const answer = answers.get(path);
    if (answer) answer(request, response, visit);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<html>not here</html>');
  });
  http.on('clientError', () => undefined);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo; // a listening server has a port
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    visits,
    headers,
    open,
    on(path, answer) {
      answers.set(path, answer);
      return url + path;
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
    },
  };
}

/** A PNG image, whose type is always detected from its bytes. */
export const goodFile = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** A small gzip file that decompresses to 40 MB. */
export const gzipBomb = gzipSync(Buffer.alloc(40_000_000));
