import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics at /metrics. Each service has its own registry, so that two services in one process (tests) do not share values. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  importedProducts: Counter<'outcome'>;
  backgroundSteps: Histogram<'worker' | 'outcome'>;
  /** Adds a gauge whose value is read when the metrics are requested. */
  addGauge(gauge: { name: string; help: string; read: () => number }): void;
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
    backgroundSteps: new Histogram({
      name: 'pimento_background_step_seconds',
      help: 'Time of one step of background work, by worker and outcome (worked, idle, failed)',
      labelNames: ['worker', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers: [registry],
    }),
    addGauge({ name, help, read }) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      });
      registry.registerMetric(gauge);
    },
  };
}
