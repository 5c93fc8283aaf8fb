import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { problem, type SimulatedAnswer } from '../src/simulator/simulated-answer.ts';

function refusalOf(url: URL): SimulatedAnswer | undefined {
  if (url.pathname.endsWith('/standard')) return problem('not-found', 'There is nothing here.');
  const isPage = url.pathname === '/external/channels' && url.searchParams.has('limit');
  const parameter = isPage ? 'limit' : 'shape';
  if (!url.searchParams.has(parameter)) return undefined;
  return problem('invalid-parameter', `There is no query parameter "${parameter}".`, { parameter });
}

/**
 * Starts a proxy in front of a simulator. Answers like an older service, which has neither data standards nor pages of channels.
 * @returns the address of the proxy
 */
export async function startOlderService(test: TestContext, target: string): Promise<string> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', target);
    const body = await text(request);
    const refusal = refusalOf(url);
    if (refusal !== undefined) {
      response.writeHead(refusal.status, refusal.headers);
      response.end(JSON.stringify(refusal.body));
      return;
    }
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const headers = { authorization, 'content-type': type };
    const { method = 'GET' } = request;
    const answered = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    const answerType = answered.headers.get('content-type');
    response.writeHead(answered.status, answerType === null ? {} : { 'content-type': answerType });
    response.end(await answered.text());
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  return `http://127.0.0.1:${port}`;
}
