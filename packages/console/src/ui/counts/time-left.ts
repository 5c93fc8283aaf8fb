/** The progress of a job at one point in time. */
export interface ProgressSample {
  /** Time in milliseconds. */
  at: number;
  done: number;
}

/** The speed is measured over this time, so that it follows a job that becomes slower. */
const windowMs = 60_000;
/** Minimum time between the first and the last sample. Over a shorter time, the speed cannot be measured well enough. */
const minMs = 8_000;
/** After this time without progress, the time left is unknown. */
const maxStandMs = 20_000;

/** Adds a sample, and drops samples that are older than `windowMs`. Pure. */
export function withSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const last = samples.at(-1);
  // the job was restarted, for example in another process
  if (last && sample.done < last.done) return [sample];
  // a sample without progress is not added, so that the last sample has the time of the last progress
  if (last && sample.done === last.done) return [...samples];
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/**
 * Returns the time that a job still takes in milliseconds. Returns undefined while its speed is unknown, if it makes no progress, and if it
 * is done. Pure.
 */
export function timeLeft(samples: readonly ProgressSample[], total: number, now: number): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < minMs || now - last.at > maxStandMs || last.done >= total)
    return undefined;
  const left = ((total - last.done) * (last.at - first.at)) / (last.done - first.done);
  return Math.max(0, left - (now - last.at));
}
