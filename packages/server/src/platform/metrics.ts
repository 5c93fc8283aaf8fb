import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that /metrics tells. One registry a service, so that two in one process (tests) do not meet. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  importedProducts: Counter<'outcome'>;
  importsRunning: Gauge;
  searchBacklog: Gauge;
}

export function createMetrics(gauges: { importsRunning: () => number; searchBacklog: () => number }): Metrics {
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
      help: 'Products of answered imports by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    importsRunning: new Gauge({
      name: 'pimento_imports_running',
      help: 'Imports that threads of this process work on',
      registers: [registry],
      collect() {
        this.set(gauges.importsRunning());
      },
    }),
    searchBacklog: new Gauge({
      name: 'pimento_search_backlog_products',
      help: 'Changed products that wait to be put into the search index',
      registers: [registry],
      collect() {
        this.set(gauges.searchBacklog());
      },
    }),
  };
}
