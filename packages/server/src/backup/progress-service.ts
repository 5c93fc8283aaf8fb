import type { BackupDeps } from './backup-types.ts';

/** Called for each file with its size in bytes. */
export type Progress = (bytes: number) => void;

const reportEveryMs = 10_000;

const sizeOf = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Creates a function that reports the number and total size of the files so far, every ten seconds. */
export function createProgress(clock: BackupDeps['clock'], report: BackupDeps['report']): Progress {
  let reportedAt = clock.monotonic();
  let count = 0;
  let total = 0;
  return (bytes) => {
    count += 1;
    total += bytes;
    if (clock.monotonic() - reportedAt < reportEveryMs) return;
    reportedAt = clock.monotonic();
    report(`${count} files so far, ${sizeOf(total)}.`);
  };
}
