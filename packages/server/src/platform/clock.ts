import { randomBytes, randomUUID } from 'node:crypto';

/** The source of times and ids, passed to the code that needs them. */
export interface Clock {
  now(): Date;
  /** Monotonic time in milliseconds, for durations. */
  monotonic(): number;
  /** A UUIDv7, which sorts by creation time. */
  newId(): string;
  /** A UUIDv4, which does not reveal its creation time. */
  randomId(): string;
}

let lastMillisecond = 0;
let counter = 0;

/** Creates a UUIDv7 (RFC 9562) with a 12-bit counter, so that the ids of one thread strictly increase even within a millisecond. */
function uuidV7(millisecond: number): string {
  if (millisecond > lastMillisecond) {
    lastMillisecond = millisecond;
    counter = randomBytes(1)[0] ?? 0;
  } else if (++counter > 0xfff) {
    lastMillisecond++;
    counter = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const tail = randomBytes(8);
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
  const hex = tail.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  newId: () => uuidV7(Date.now()),
  randomId: () => randomUUID(),
};
