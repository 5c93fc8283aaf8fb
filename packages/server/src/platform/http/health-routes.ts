import { getHealth, getMetrics, getReadiness } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { PimentoError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { listMigrations } from '../database/migrator.ts';
import { openRoute, operatorRoute, type Route } from './routes.ts';

/**
 * Time limit of a check in milliseconds. The check must be answered within 2 s, because readiness is checked often and monitoring tools do
 * not wait long.
 */
const answerMs = 1_200;

/** @throws PimentoError unavailable if the work takes longer than `answerMs` */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const refusal = new PimentoError(problem('unavailable', { kind: 'database' }), {}, { 'retry-after': '5' });
  const timer = setTimeout(reject, answerMs, refusal);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function missingMigrations(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select schema_migration.name from schema_migration`.execute(database);
  const applied = new Set(rows.map((row) => row.name));
  return (await listMigrations()).filter((name) => !applied.has(name));
}

export interface HealthDeps {
  database: Database;
  /**
   * The pool that authorizes requests. Each pool detects separately that the database responds again, so the pools can differ by up to a
   * second.
   */
  prepared: Database;
  metrics: Metrics;
  version: string;
  /** False if the metrics are turned off or served on a separate port. */
  servesMetrics: boolean;
  /** `starting` while Pimento listens for requests but is not fully set up; `stopping` while it answers its last requests. */
  state: () => 'starting' | 'running' | 'stopping';
}

export function healthRoutes(deps: HealthDeps): Route[] {
  return [
    openRoute(getHealth, () => ({ status: 200, body: { status: 'ok', version: deps.version } })),
    openRoute(getReadiness, async () => {
      const state = deps.state();
      if (state !== 'running') {
        const kind = state === 'starting' ? 'starting' : 'shutting-down';
        throw new PimentoError(problem('unavailable', { kind }), {}, { 'retry-after': '1' });
      }
      const [missing] = await inTime(
        Promise.all([missingMigrations(deps.database), sql`select 1`.execute(deps.prepared)]),
      );
      if (missing.length > 0) {
        throw new PimentoError(problem('unavailable', { kind: 'migrations', missing }), {}, { 'retry-after': '5' });
      }
      return { status: 200, body: { status: 'ready', database: 'ok', migrations: 'ok' } };
    }),
    operatorRoute(getMetrics, async ({ request }) => {
      if (!deps.servesMetrics) {
        throw new PimentoError(
          problem('not-found', { kind: 'address', method: request.method, path: getMetrics.path }),
        );
      }
      return { status: 200, body: await deps.metrics.registry.metrics() };
    }),
  ];
}
