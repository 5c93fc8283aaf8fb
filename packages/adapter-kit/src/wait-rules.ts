export interface WaitRange {
  minMs: number;
  maxMs: number;
}

export interface BackOff {
  firstMs: number;
  maxMs: number;
}

/**
 * Returns the number of milliseconds until the next poll. The wait is random within the range, so that adapters that start together do not
 * poll at the same time.
 */
export function pollWait(range: WaitRange, chance: number): number {
  return range.minMs + chance * Math.max(0, range.maxMs - range.minMs);
}

/**
 * Returns the number of milliseconds to wait after consecutive failures. The wait doubles with each failure up to `maxMs`, with 50 %
 * jitter.
 * @param failures 1 or more
 * @param chance from 0 (inclusive) to 1 (exclusive)
 */
export function backOffWait(failures: number, { firstMs, maxMs }: BackOff, chance: number): number {
  // 2 ** 1024 is Infinity, which `Math.min` limits to `maxMs` as well.
  return Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.5 + chance / 2);
}

/**
 * Returns the number of milliseconds to wait from `now` according to a Retry-After header, or undefined if the header is absent or invalid.
 * @param now milliseconds since 1970
 */
export function retryAfterWait(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/**
 * Returns true if the whole adapter must back off because the service has failed or timed out, limits the request rate, or rejects the key.
 */
export function asksForPatience(status: number): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 401 || status === 403;
}
