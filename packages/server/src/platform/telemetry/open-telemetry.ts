import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { systemClock } from '../clock.ts';
import { createRegistryProducer } from './registry-producer.ts';
import type { ExportingProcess, Telemetry, TelemetrySignals } from './telemetry-types.ts';
import type { OpenSpan, SpanAttributes, SpanStart, Tracer } from './tracing.ts';

/** Spans are sent at least this often. The time is short, because a process or thread that is killed loses its unsent spans. */
const sendMs = 1_000;
const metricsMs = 15_000;
/** Time limit for sending the remaining data when the export ends. */
const lastMs = 2_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const propagator = new W3CTraceContextPropagator();

/** Reads the header `traceparent` from an object. */
const carried = {
  get: (carrier: Record<string, string>, key: string) => carrier[key],
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
};
const carry = { set: (carrier: Record<string, string>, key: string, value: string) => void (carrier[key] = value) };

const given = (attributes: SpanAttributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Marks a span as failed. The message is left out, because messages of the database can contain values. */
function fail(span: Span, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  span.setAttributes(given({ 'error.type': code ?? name }));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

interface Stored {
  context: Context;
  span: OpenSpan;
}

function createTracer(provider: TracerProvider, version: string): Tracer {
  const tracer = provider.getTracer('pimento', version);
  const store = new AsyncLocalStorage<Stored>();
  const parentOf = ({ parent }: SpanStart): Context =>
    parent === undefined
      ? (store.getStore()?.context ?? ROOT_CONTEXT)
      : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, carried);
  const start = (from: SpanStart, startTime?: Date) => {
    const options = { kind: kinds[from.kind ?? 'internal'], attributes: given(from.attributes) };
    const parent = parentOf(from);
    const span = tracer.startSpan(from.name, startTime ? { ...options, startTime } : options, parent);
    return { span, context: trace.setSpan(parent, span) };
  };
  return {
    open(from) {
      const { span, context } = start(from);
      const { traceId: trace_id, spanId: span_id } = span.spanContext();
      const opened: OpenSpan = {
        ids: { trace_id, span_id },
        run: (work) => store.run({ context, span: opened }, work),
        set: (attributes) => void span.setAttributes(given(attributes)),
        end(error) {
          if (error !== undefined) fail(span, error);
          span.end();
        },
      };
      return opened;
    },
    current: () => store.getStore()?.span,
    outside: (work) => store.exit(work),
    traceparent() {
      const carrier: Record<string, string> = {};
      propagator.inject(store.getStore()?.context ?? ROOT_CONTEXT, carrier, carry);
      return carrier['traceparent'];
    },
    record(from, { startedAt, endedAt, error }) {
      const { span } = start(from, startedAt);
      if (error !== undefined) fail(span, error);
      span.end(endedAt);
    },
  };
}

/** Describes this process. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the description. */
function describeProcess({ version, role }: { version: string; role: string }): Resource {
  const own = resourceFromAttributes({
    'service.name': 'pimento',
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'pimento.role': role,
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

const faultMs = 60_000;

/** Reports failed exports, at most once a minute. */
function reportFaults(onFault: ExportingProcess['onFault']): void {
  let reportedAt = -Infinity;
  setGlobalErrorHandler((fault) => {
    const now = systemClock.monotonic();
    if (now - reportedAt < faultMs) return;
    reportedAt = now;
    onFault?.(fault instanceof Error ? fault.message : String(typeof fault === 'object' ? fault.message : fault));
  });
}

/** Starts the exporters, which read their endpoints and headers from the environment. */
export function openTelemetry(
  { traces, metrics }: TelemetrySignals,
  exporting: ExportingProcess,
): Telemetry & { tracer: Tracer | undefined } {
  const resource = describeProcess(exporting);
  reportFaults(exporting.onFault);
  const spans = traces
    ? new TracerProvider({
        resource,
        spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: sendMs })],
      })
    : undefined;
  const producer = createRegistryProducer(resource);
  const meters = metrics
    ? new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter(),
            exportIntervalMillis: metricsMs,
            exportTimeoutMillis: metricsMs,
            metricProducers: [producer],
          }),
        ],
      })
    : undefined;
  return {
    tracer: spans && createTracer(spans, exporting.version),
    exportMetrics: (registry) => producer.add(registry),
    async [Symbol.asyncDispose]() {
      const ended = Promise.allSettled([spans?.shutdown(), meters?.shutdown()]);
      await Promise.race([ended, sleep(lastMs, undefined, { ref: false })]);
    },
  };
}
