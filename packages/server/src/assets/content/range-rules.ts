import type { ByteRange } from '../../platform/index.ts';

/** Result of a Range header, which is one range, the whole content, or a range that cannot be satisfied. */
export type RangeVerdict = { range: ByteRange } | 'whole' | 'unsatisfiable';

function readOne(text: string, size: number): ByteRange | 'malformed' | undefined {
  const [, first = '', last = ''] = /^\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/.exec(text) ?? [];
  if (first === '' && last === '') return 'malformed';
  if (first === '') {
    const wanted = Math.min(Number(last), size);
    return wanted === 0 ? undefined : { start: size - wanted, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'malformed';
  if (start >= size) return undefined;
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Joins ranges that overlap or touch into one. @returns undefined if there is a gap */
function joined(ranges: readonly ByteRange[]): ByteRange | undefined {
  const [first, ...others] = ranges.toSorted((a, b) => a.start - b.start);
  if (!first) return undefined;
  const { start } = first;
  let { end } = first;
  for (const other of others) {
    if (other.start > end + 1) return undefined;
    end = Math.max(end, other.end);
  }
  return { start, end };
}

/**
 * Evaluates a Range header (RFC 9110). Several ranges are joined if they overlap or touch. Otherwise, the whole content is served, which
 * the RFC permits. A header that is missing, invalid or has more than 100 ranges also selects the whole content.
 * @param size size of the content in bytes
 */
export function judgeRange(header: string | undefined, size: number): RangeVerdict {
  const list = /^\s*bytes\s*=(.*)$/i.exec(header ?? '')?.[1];
  if (list === undefined) return 'whole';
  const asked = list.split(',').filter((text) => text.trim() !== '');
  if (asked.length === 0 || asked.length > 100) return 'whole';
  const read = asked.map((text) => readOne(text, size));
  if (read.includes('malformed')) return 'whole';
  const possible = read.filter((one) => typeof one === 'object');
  if (possible.length === 0) return 'unsatisfiable';
  const range = joined(possible);
  return range ? { range } : 'whole';
}

/** Returns true if an If-None-Match header matches this ETag. The comparison ignores the difference between weak and strong ETags. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
