import type { ExportingProcess, Telemetry, TelemetrySignals } from './telemetry-types.ts';
import { setTracer } from './tracing.ts';

/** The environment variables of OpenTelemetry that turn telemetry on or off. All others are read by its libraries. */
export type TelemetryEnvironment = Record<string, string | undefined>;

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/**
 * Decides which signals are exported, according to the standard variables. An endpoint turns a signal on. `OTEL_SDK_DISABLED=true` turns
 * both off, and `OTEL_TRACES_EXPORTER=none` or `OTEL_METRICS_EXPORTER=none` turns one off.
 */
export function judgeTelemetry(environment: TelemetryEnvironment): TelemetrySignals {
  const isDisabled = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  const isOn = (signal: 'TRACES' | 'METRICS') =>
    !isDisabled &&
    (isSet(environment['OTEL_EXPORTER_OTLP_ENDPOINT']) ||
      isSet(environment[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`])) &&
    environment[`OTEL_${signal}_EXPORTER`] !== 'none';
  return { traces: isOn('TRACES'), metrics: isOn('METRICS') };
}

const off: Telemetry = { exportMetrics: () => undefined, [Symbol.asyncDispose]: () => Promise.resolve() };

/**
 * Starts the export of traces and metrics over OTLP/HTTP. Call this before anything else is opened. If no signal is exported, no library is
 * loaded. Disposing sends the remaining data, for two seconds at most.
 * @param process `role`: role of this process or thread, an attribute of the resource; `onFault`: called at most once a minute with the
 * reason why something was not exported
 */
export async function startTelemetry(signals: TelemetrySignals, process: ExportingProcess): Promise<Telemetry> {
  if (!signals.traces && !signals.metrics) return off;
  // loaded on demand, because the libraries take about 100 ms and 15 MB
  const { openTelemetry } = await import('./open-telemetry.ts');
  const { tracer, ...telemetry } = openTelemetry(signals, process);
  setTracer(tracer);
  return telemetry;
}
