import type { WorkerStatus } from '@pimento/contract';
import type { WorkerRunRecord } from '../platform/index.ts';

/** Returns the latest of the times; null if there is none. ISO 8601 texts in UTC sort by time. */
const latest = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);

function statusOf(name: string, runs: readonly WorkerRunRecord[]): WorkerStatus {
  const failedAt = latest(runs.map((run) => run.failedAt));
  const running = runs.flatMap(({ runningSince }) => (runningSince === null ? [] : [runningSince])).toSorted();
  return {
    name,
    processes: runs.length,
    failing: runs.filter(({ failures }) => failures > 0).length,
    runningSince: running[0] ?? null,
    lastRun: latest(runs.map(({ ranAt }) => ranAt)),
    lastFailure: failedAt,
    lastError: runs.find((run) => failedAt !== null && run.failedAt === failedAt)?.failure ?? null,
  };
}

/**
 * Combines the workers of all running processes into one entry for each name. Failing workers come first. Entries are otherwise sorted by
 * name.
 */
export function combineWorkers(nodes: readonly { isAlive: boolean; workers: WorkerRunRecord[] }[]): WorkerStatus[] {
  const runs = nodes.filter(({ isAlive }) => isAlive).flatMap(({ workers }) => workers);
  return [...Map.groupBy(runs, ({ name }) => name)]
    .map(([name, ofName]) => statusOf(name, ofName))
    .toSorted((one, other) => Number(other.failing > 0) - Number(one.failing > 0) || (one.name < other.name ? -1 : 1));
}
