import { ValueType } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';
import { systemClock } from '../clock.ts';

/** A value of a metric as the registry returns it. */
interface Sample {
  value: number;
  labels: Record<string, string | number>;
  metricName?: string;
}
interface Metric {
  name: string;
  help: string;
  type: string;
  values: Sample[];
}

type Time = [seconds: number, nanoseconds: number];
const timeOf = (ms: number): Time => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

interface Interval {
  startTime: Time;
  endTime: Time;
}

/** Collects the buckets, sums and counts of a histogram, one data point for each combination of labels. */
function histogramPoints({ name, values }: Metric, interval: Interval): DataPoint<Histogram>[] {
  const { le: _le, ...none } = { le: '' };
  const groups = Map.groupBy(values, ({ labels: { le: _bound, ...labels } }) => JSON.stringify({ ...none, ...labels }));
  return [...groups].map(([labels, samples]) => {
    const of = (end: string) => samples.filter(({ metricName }) => metricName === `${name}_${end}`);
    const buckets = of('bucket').toSorted((one, other) => Number(bound(one)) - Number(bound(other)));
    // a bucket of the registry also counts the values of all smaller buckets, a bucket of OpenTelemetry does not
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    return {
      ...interval,
      attributes: JSON.parse(labels) as Record<string, string>, // `groupBy` above has serialised the labels
      value: {
        buckets: { boundaries: buckets.map((one) => Number(bound(one))).filter(Number.isFinite), counts },
        sum: of('sum')[0]?.value ?? 0,
        count: of('count')[0]?.value ?? 0,
      },
    };
  });
}
const bound = ({ labels }: Sample): string => (labels['le'] === '+Inf' ? 'Infinity' : String(labels['le']));

/** Converts a metric. Summaries are left out, because Pimento has none. */
function convert(metric: Metric, interval: Interval): MetricData[] {
  const { name, help: description, type, values } = metric;
  const base = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () => values.map(({ value, labels }) => ({ ...interval, attributes: labels, value }));
  if (type === 'counter')
    return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
  if (type === 'gauge') return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
  if (type === 'histogram')
    return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(metric, interval) }];
  return [];
}

/** Creates a producer of the metrics of registries, with the same names, labels and values as at /metrics. */
export function createRegistryProducer(resource: Resource): MetricProducer & { add(registry: Registry): void } {
  const registries: Registry[] = [];
  const startTime = timeOf(systemClock.now().getTime());
  return {
    add: (registry) => void registries.push(registry),
    async collect() {
      const interval = { startTime, endTime: timeOf(systemClock.now().getTime()) };
      const listed = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
      // the types of the library leave out the name of each sample
      const metrics = (listed.flat() as unknown as Metric[]).flatMap((metric) => convert(metric, interval));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'pimento' }, metrics }] }, errors: [] };
    },
  };
}
