import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  /** Status code of the span: 2 if it failed, 0 if it has no status. */
  status: number;
}

/** A span as it was sent. */
type RawSpan = Omit<ReceivedSpan, 'attributes' | 'status'> & { attributes: Attribute[]; status?: { code?: number } };

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
const attributesOf = (list: readonly Attribute[] = []) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** An OpenTelemetry collector that receives OTLP as JSON over HTTP and keeps everything in memory. */
export interface OtlpReceiver extends AsyncDisposable {
  endpoint: string;
  /** The bodies of all received requests. */
  bodies: string[];
  spans(): ReceivedSpan[];
  /** The metrics of the last export, by name. */
  metrics(): Map<string, any>; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
  /** Attributes of the resource in the last export of spans. */
  resource(): Record<string, unknown>;
  /** Resolves when a span with this name has arrived. */
  received(name: string): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const traces: any[] = []; // oxlint-disable-line typescript/no-explicit-any -- see above
  const exported: any[] = []; // oxlint-disable-line typescript/no-explicit-any -- see above
  const bodies: string[] = [];
  const arrivals = new EventTarget();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      (request.url === '/v1/traces' ? traces : exported).push(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      arrivals.dispatchEvent(new Event('arrival'));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  const spans = (): ReceivedSpan[] =>
    traces.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: RawSpan[] }[] }) =>
        scopeSpans.flatMap(({ spans: list }) =>
          list.map((span) => ({
            ...span,
            attributes: attributesOf(span.attributes),
            status: span.status?.code ?? 0,
          })),
        ),
      ),
    );
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    spans,
    metrics: () =>
      new Map(
        exported
          .at(-1)
          ?.resourceMetrics.flatMap(({ scopeMetrics }: { scopeMetrics: { metrics: { name: string }[] }[] }) =>
            scopeMetrics.flatMap(({ metrics }) => metrics.map((metric) => [metric.name, metric] as const)),
          ),
      ),
    resource: () => attributesOf(traces.at(-1)?.resourceSpans[0].resource.attributes),
    async received(name) {
      const signal = AbortSignal.timeout(20_000);
      while (!spans().some((span) => span.name === name)) await once(arrivals, 'arrival', { signal });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
