/** A position in the write-ahead log of the primary database. Everything that was committed before `at` is before this position. */
export interface Sample {
  position: bigint;
  /** Monotonic time in milliseconds. */
  at: number;
}

/** Samples are kept for this long. A replica that is further behind has an unknown lag. */
const keptMs = 3_600_000;
/** Kept samples are at least this far apart, so that frequent measurements do not add many samples. */
const apartMs = 1_000;

/** Parses a position such as `16/B374D848`. */
export function parsePosition(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Adds a sample to samples that are ordered by time, and drops samples that are too old. Returns the samples unchanged if the last one is
 * less than `apartMs` older than the added one.
 */
export function addSample(samples: readonly Sample[], added: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && added.at - last.at < apartMs) return samples;
  return [...samples.filter(({ at }) => added.at - at < keptMs), added];
}

/**
 * Returns how many milliseconds a replica is behind. Everything that was committed at least this long before `now` can be read from it.
 * @param replayed the position up to which the replica has applied the log
 * @param samples ordered by time
 * @returns undefined if the replica is behind all samples, so that its lag is unknown
 */
export function lagOf(samples: readonly Sample[], replayed: bigint, now: number): number | undefined {
  const reached = samples.findLast(({ position }) => position <= replayed);
  return reached && Math.max(0, now - reached.at);
}
