import { getHealth, getMetrics, getReadiness } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { PimentoError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { listMigrations } from '../database/migrator.ts';
import { openRoute, type Route } from './routes.ts';

async function missingMigrations(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select schema_migration.name from schema_migration`.execute(database);
  const applied = new Set(rows.map((row) => row.name));
  return (await listMigrations()).filter((name) => !applied.has(name));
}

export interface HealthDeps {
  database: Database;
  metrics: Metrics;
  version: string;
  /** True while the service listens but is not fully set up. */
  isStarting: () => boolean;
}

export function healthRoutes(deps: HealthDeps): Route[] {
  return [
    openRoute(getHealth, () => ({ status: 200, body: { status: 'ok', version: deps.version } })),
    openRoute(getReadiness, async () => {
      if (deps.isStarting()) {
        throw new PimentoError(problem('unavailable', { kind: 'starting' }), {}, { 'retry-after': '1' });
      }
      const missing = await missingMigrations(deps.database);
      if (missing.length > 0) {
        throw new PimentoError(problem('unavailable', { kind: 'migrations', missing }), {}, { 'retry-after': '5' });
      }
      return { status: 200, body: { status: 'ready', database: 'ok', migrations: 'ok' } };
    }),
    openRoute(getMetrics, async () => ({ status: 200, body: await deps.metrics.registry.metrics() })),
  ];
}
