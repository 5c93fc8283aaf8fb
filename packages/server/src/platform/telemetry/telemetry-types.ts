import type { Registry } from 'prom-client';

/** Which signals are exported. If both are false, no library is loaded. */
export interface TelemetrySignals {
  traces: boolean;
  metrics: boolean;
}

export interface Telemetry extends AsyncDisposable {
  /** Exports the metrics of a registry, the same as at /metrics. */
  exportMetrics(registry: Registry): void;
}

export interface ExportingProcess {
  version: string;
  role: string;
  onFault?: (reason: string) => void;
}
