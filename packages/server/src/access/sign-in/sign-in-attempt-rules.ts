/** Attempts within the time window, including the present one. */
export interface AttemptCounts {
  /** From this address for this e-mail address. */
  pair: number;
  /** For this e-mail address from anywhere. */
  email: number;
  /** From this address for any e-mail address. */
  address: number;
  /** From the device that signed in with this e-mail address before; undefined for any other device. */
  device: number | undefined;
}

/** `by`: the count that a right password ends. */
export type AttemptVerdict = { kind: 'refused' } | { kind: 'allowed'; by: 'device' | 'pair'; delayMs: number };

const maxPerPair = 10;
const maxPerDevice = 10;
/** From here on attempts are slowed down. They are not refused, because others would then decide who can sign in. */
const slowFrom = { email: 20, address: 50 } as const;
const maxDelayMs = 8_000;

function delayOf(attempts: number, from: number): number {
  return attempts <= from ? 0 : Math.min(maxDelayMs, 250 * 2 ** Math.min(attempts - from, 10));
}

/**
 * Decides whether a password may be tried. A device that signed in before has a count of its own, so failures of others neither refuse it
 * nor slow it down. Otherwise only the same address and e-mail address are refused.
 */
export function judgeAttempt({ pair, email, address, device }: AttemptCounts): AttemptVerdict {
  if (device !== undefined && device <= maxPerDevice) return { kind: 'allowed', by: 'device', delayMs: 0 };
  if (pair > maxPerPair) return { kind: 'refused' };
  const delayMs = Math.max(delayOf(email, slowFrom.email), delayOf(address, slowFrom.address));
  return { kind: 'allowed', by: 'pair', delayMs };
}
