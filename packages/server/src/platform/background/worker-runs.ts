/** What is known about the runs of one worker in this process. Times are ISO 8601. */
export interface WorkerRunRecord {
  name: string;
  /** Start of the run in progress; null between two runs. */
  runningSince: string | null;
  /** End of the last run; null before the first one has ended. */
  ranAt: string | null;
  /** Duration of the last run in milliseconds; 0 before the first one has ended. */
  ranMs: number;
  /** Number of failed runs since the last successful one. */
  failures: number;
  /** Time and message of the last failure, even if later runs succeeded; null if no run has failed. */
  failedAt: string | null;
  failure: string | null;
}

/** Records the last run of each worker of this process, for the operators' page. */
export interface WorkerRuns {
  /** Records the start of a run. @returns a function that records its end, with the error of a failed run */
  start(name: string, at: Date): (end: { at: Date; ms: number; error?: unknown }) => void;
  list(): WorkerRunRecord[];
}

/**
 * Maximum number of characters of the recorded message of a failure. It limits the size of the row in which the process stores its runs.
 */
const maxMessage = 300;

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  // PostgreSQL stores neither null characters nor lone surrogates
  return text.replaceAll('\u0000', '').slice(0, maxMessage).toWellFormed();
}

export function createWorkerRuns(): WorkerRuns {
  const records = new Map<string, WorkerRunRecord>();
  const never = { runningSince: null, ranAt: null, ranMs: 0, failures: 0, failedAt: null, failure: null };
  return {
    start(name, since) {
      const before = records.get(name) ?? { name, ...never };
      records.set(name, { ...before, runningSince: since.toISOString() });
      return ({ at, ms, error }) => {
        const ran = { ...before, runningSince: null, ranAt: at.toISOString(), ranMs: Math.round(ms) };
        const failed = { failures: before.failures + 1, failedAt: ran.ranAt, failure: messageOf(error) };
        records.set(name, { ...ran, ...(error === undefined ? { failures: 0 } : failed) });
      };
    },
    list: () => [...records.values()],
  };
}
