/** Attempts within the time window, including the current one. */
export interface AttemptCounts {
  /** Attempts from this IP address for this e-mail address. */
  pair: number;
  /** Attempts for this e-mail address from any IP address. */
  email: number;
  /** Attempts from this IP address for any e-mail address. */
  address: number;
  /** Attempts from the device that has signed in with this e-mail address before. Undefined for any other device. */
  device: number | undefined;
}

/** `by` is the count that is deleted if the password is correct. */
export type AttemptVerdict = { kind: 'refused' } | { kind: 'allowed'; by: 'device' | 'pair'; delayMs: number };

const maxPerPair = 10;
const maxPerDevice = 10;
/**
 * Attempts above these numbers are delayed instead of rejected, as long as a slot for delayed attempts is free. Otherwise an attacker could
 * prevent people from signing in.
 */
const slowFrom = { email: 20, address: 50 } as const;
const maxDelayMs = 8_000;

function delayOf(attempts: number, from: number): number {
  return attempts <= from ? 0 : Math.min(maxDelayMs, 250 * 2 ** Math.min(attempts - from, 10));
}

/**
 * Decides whether a password may be tried. A device that has signed in before has its own count, so failures on other devices neither block
 * nor delay it. Above `maxPerDevice`, such a device is treated like any other. On other devices, an attempt is rejected only if there were
 * too many attempts from the same IP address for the same e-mail address.
 */
export function judgeAttempt({ pair, email, address, device }: AttemptCounts): AttemptVerdict {
  if (device !== undefined && device <= maxPerDevice) return { kind: 'allowed', by: 'device', delayMs: 0 };
  if (pair > maxPerPair) return { kind: 'refused' };
  const delayMs = Math.max(delayOf(email, slowFrom.email), delayOf(address, slowFrom.address));
  return { kind: 'allowed', by: 'pair', delayMs };
}
