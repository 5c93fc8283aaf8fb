import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../metrics.ts';

/** Where the metrics are served: nowhere, at /metrics for operators, or without a credential at a separate address. */
export type MetricsPlace = { kind: 'off' } | { kind: 'token' } | { kind: 'address'; host: string; port: number };

/** Parses `off`, `token` or `host:port`. @returns undefined if the text is none of these */
export function readMetricsPlace(text: string): MetricsPlace | undefined {
  if (text === 'off' || text === 'token') return { kind: text };
  const [, host, port] = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) > 65_535) return undefined;
  return { kind: 'address', host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** Serves the metrics without a credential at a separate address, which only the monitoring system should be able to reach. */
export async function startMetricsServer(
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
): Promise<AsyncDisposable & { port: number }> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { connection: 'close' }).end();
      return;
    }
    void registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = 20;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // an object, because the server listens on a TCP port
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
