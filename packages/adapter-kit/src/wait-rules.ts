export interface WaitRange {
  leastMs: number;
  mostMs: number;
}

export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/** Milliseconds until the next poll: anywhere in the range, so that adapters which were started together drift apart. */
export function pollWait(range: WaitRange, chance: number): number {
  return range.leastMs + chance * Math.max(0, range.mostMs - range.leastMs);
}

/**
 * Milliseconds to wait after so many failures in a row: twice as long each time up to the longest, of which one half is left to chance.
 * @param failures from 1
 * @param chance from 0 up to 1
 */
export function backOffWait(failures: number, { firstMs, longestMs }: BackOff, chance: number): number {
  // 2 ** 1024 is Infinity, and Infinity is more than the longest wait as well
  return Math.min(longestMs, firstMs * 2 ** (failures - 1)) * (0.5 + chance / 2);
}

/**
 * What a Retry-After header asks for, in milliseconds from now; undefined where it says nothing that can be read.
 * @param now milliseconds since 1970
 */
export function retryAfterWait(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** An answer after which the whole adapter holds back: the service is unwell, asks for less, or does not take the key. */
export function asksForPatience(status: number): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 401 || status === 403;
}
