import type { ByteRange } from '../../platform/index.ts';

/** The result of a Range header: one range, the whole, or a range that does not exist. */
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

/** Ranges that overlap or touch, as one; undefined if there is a gap. */
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
 * Reads a Range header (RFC 9110). Several ranges become one if they touch, else the whole, which a server may answer; a header that
 * cannot be read means the whole too.
 * @param size bytes of the content
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

/** Whether an If-None-Match header names this ETag; weak and strong ETags are equal there. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
