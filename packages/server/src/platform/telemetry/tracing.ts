/** Attributes of a span. Undefined ones are left out. They never contain values of products or parameters of statements. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  name: string;
  /** Default `internal`. */
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** The header `traceparent` of the caller, or that of another thread. By default, the current span is the parent. */
  parent?: string | undefined;
}

/** The ids of a span, as they appear in log lines. */
export interface TraceIds {
  trace_id: string;
  span_id: string;
}

/** A span that has started. */
export interface OpenSpan {
  ids: TraceIds;
  /** Runs work with this span as the current one. */
  run<T>(work: () => T): T;
  set(attributes: SpanAttributes): void;
  /** Ends the span. @param error if given, the span is marked as failed */
  end(error?: unknown): void;
}

/** Creates spans. The only implementation is that of OpenTelemetry, which is loaded only if it is configured. */
export interface Tracer {
  open(start: SpanStart): OpenSpan;
  current(): OpenSpan | undefined;
  /** Runs work without a current span. */
  outside<T>(work: () => T): T;
  /** The current span in the form of the header `traceparent`. */
  traceparent(): string | undefined;
  /** Adds a span that has ended. */
  record(start: SpanStart, times: { startedAt: Date; endedAt: Date; error?: unknown }): void;
}

let tracer: Tracer | undefined;

/** Sets the tracer of this thread. Call this before anything is opened. Undefined turns tracing off. */
export function setTracer(chosen: Tracer | undefined): void {
  tracer = chosen;
}

export const isTracing = (): boolean => tracer !== undefined;

/** Opens a span. @returns undefined if tracing is off */
export const openSpan = (start: SpanStart): OpenSpan | undefined => tracer?.open(start);

/** Runs work in a new span. If tracing is off, only runs the work. */
export async function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  if (tracer === undefined) return work();
  const span = tracer.open(start);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Returns true if there is a current span. */
export const hasSpan = (): boolean => tracer?.current() !== undefined;

/** Adds attributes to the current span. */
export function describeSpan(attributes: SpanAttributes): void {
  tracer?.current()?.set(attributes);
}

/** Runs work that belongs to no span, such as a background worker that a request wakes. */
export const outsideSpan = <T>(work: () => T): T => (tracer === undefined ? work() : tracer.outside(work));

/** Adds a span that has ended, for work that becomes a span only in some cases. */
export function recordSpan(start: SpanStart, times: { startedAt: Date; endedAt: Date; error?: unknown }): void {
  tracer?.record(start, times);
}

/** Returns the ids of the current span, for log lines. @returns undefined if there is none */
export const currentTrace = (): TraceIds | undefined => tracer?.current()?.ids;

/** Returns the current span in the form of the header `traceparent`, for another thread. @returns undefined if there is none */
export const currentTraceparent = (): string | undefined => tracer?.traceparent();
