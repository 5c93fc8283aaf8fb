import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, type OpenSpan, openSpan, type SpanAttributes } from '../telemetry/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; undefined if traces are not exported. */
    span: OpenSpan | undefined;
  }
}

/**
 * Ids in paths that become attributes of the span. They connect the spans that the client, Pimento and the adapter record for one import or
 * submission.
 */
const idNames: Record<string, string> = {
  jobRef: 'pimento.job',
  submissionId: 'pimento.submission',
  channelId: 'pimento.channel',
  adapterId: 'pimento.adapter',
  eventId: 'pimento.event',
};
const maxIdCharacters = 100;

function idsOf({ params }: FastifyRequest): SpanAttributes {
  return Object.fromEntries(
    // the framework parses the path into an object of texts
    Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
      const attribute = idNames[name];
      return attribute !== undefined && typeof value === 'string' ? [[attribute, value.slice(0, maxIdCharacters)]] : [];
    }),
  );
}

function callerOf({ caller }: FastifyRequest): SpanAttributes {
  return {
    'pimento.client': caller && 'clientId' in caller ? (caller.clientId ?? undefined) : undefined,
    'pimento.adapter': caller && 'adapterId' in caller ? caller.adapterId : undefined,
  };
}

/** True if a trusted proxy forwarded the request. Only then does `ips` contain addresses from `X-Forwarded-For`. */
const isFromTrustedProxy = ({ ips = [] }: FastifyRequest): boolean => ips.length > 1;

/** Returns the parent span if a trusted proxy sent it. Any other caller could switch off sampling or add to the traces of others. */
function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' && isFromTrustedProxy(request) ? traceparent : undefined;
}

/**
 * Opens a span for each request, named by its operation. It continues the trace that a trusted proxy passes on (`traceparent`). Bodies,
 * queries and paths are not recorded, because they contain values. If traces are not exported, only adds the member `span`.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const { operation } = request.routeOptions.config;
    const route = request.routeOptions.url ?? 'unknown';
    const span = openSpan({
      name: operation?.id ?? `${request.method} ${route}`,
      kind: 'server',
      parent: traceparentOf(request),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'pimento.request': request.id,
        ...idsOf(request),
      },
    });
    request.span = span;
    if (span) span.run(done);
    else done();
  });
  // the span is no longer active after a body was received, so this hook activates it again for the handler
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    request.span?.set({ 'http.response.status_code': statusCode, ...callerOf(request) });
    request.span?.end(statusCode >= 500 ? new ServerFaultError() : undefined);
    done();
  });
}

/** Marks the span of a request that was answered with 500 or more. The error itself is in the log line with the same trace. */
class ServerFaultError extends Error {
  override name = 'ServerFaultError';
}
