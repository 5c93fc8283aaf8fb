import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A value of a gauge, with its labels if the gauge has any. */
interface GaugeValue {
  labels?: Record<string, string>;
  value: number;
}

/** The metrics at /metrics. Each `Service` has its own registry, so that two of them in one process (in tests) do not share values. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  importedProducts: Counter<'outcome'>;
  exports: Counter<'source'>;
  backgroundSteps: Histogram<'worker' | 'outcome'>;
  /** Adds a gauge whose values are read when the metrics are requested. Values that are no longer returned disappear. */
  addGauge(gauge: {
    name: string;
    help: string;
    labels?: readonly string[];
    read: () => GaugeValue[] | Promise<GaugeValue[]>;
  }): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'pimento_' });
  return {
    registry,
    requests: new Histogram({
      name: 'pimento_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
      registers: [registry],
    }),
    importedProducts: new Counter({
      name: 'pimento_imported_products_total',
      help: 'Products of answered imports by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    exports: new Counter({
      name: 'pimento_exports_total',
      help: 'Exports by the database they are read from: replica, primary, or fallback for the primary instead of the replica',
      labelNames: ['source'],
      registers: [registry],
    }),
    backgroundSteps: new Histogram({
      name: 'pimento_background_step_seconds',
      help: 'Time of one step of background work, by worker and outcome (worked, idle, failed)',
      labelNames: ['worker', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers: [registry],
    }),
    addGauge({ name, help, labels: labelNames = [], read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        async collect() {
          const values = await read();
          this.reset();
          // `reset` sets a gauge without labels to 0
          if (labelNames.length === 0) this.remove();
          for (const { labels = {}, value } of values) this.set(labels, value);
        },
      });
      registry.registerMetric(gauge);
    },
  };
}
