import type { MoveDeps } from './move-types.ts';

/** Called with a function that returns a sentence. */
export type Progress = (describe: () => string) => void;

const reportEveryMs = 10_000;

/** Creates a function that reports at most one sentence every ten seconds and ignores the other calls. */
export function createProgress({ clock, report }: MoveDeps): Progress {
  let reportedAt = clock.monotonic();
  return (describe) => {
    if (clock.monotonic() - reportedAt < reportEveryMs) return;
    reportedAt = clock.monotonic();
    report(describe());
  };
}
