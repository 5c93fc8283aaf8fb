import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../root.ts';

/** The structure of alerts.yaml. Other properties are refused, because Prometheus refuses them as well. */
const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Pimento[A-Z]\w+$/),
          expr: z.string().min(1),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});

const targetSchema = z.object({
  refId: z.string(),
  expr: z.string().min(1),
  datasource: z.object({ uid: z.literal('${source}') }),
});
const dashboardSchema = z.object({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      type: z.enum(['timeseries', 'table', 'stat']),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(targetSchema).min(1),
    }),
  ),
});

/** Returns the faults of the alert rules and the dashboard. The server's tests check the metric names. */
export function checkMonitoring(): string[] {
  const read = (name: string) => readFileSync(`${root}/deploy/grafana/${name}`, 'utf8');
  const rules = rulesSchema.safeParse(parse(read('alerts.yaml')));
  const dashboard = dashboardSchema.safeParse(JSON.parse(read('dashboard.json')));
  return [
    ...(rules.success ? [] : [`alerts.yaml: ${z.prettifyError(rules.error)}`]),
    ...(dashboard.success
      ? findOverlaps(dashboard.data.panels)
      : [`dashboard.json: ${z.prettifyError(dashboard.error)}`]),
  ];
}

function findOverlaps(panels: z.infer<typeof dashboardSchema>['panels']): string[] {
  if (new Set(panels.map(({ id }) => id)).size < panels.length) return ['dashboard.json: two panels have the same id'];
  return panels.flatMap(({ title, gridPos: a }, index) =>
    panels
      .slice(index + 1)
      .filter(({ gridPos: b }) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
      .map((other) => `dashboard.json: ${title} and ${other.title} overlap`),
  );
}
