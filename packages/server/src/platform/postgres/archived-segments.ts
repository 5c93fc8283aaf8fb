import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const segmentBytes = 2 ** 24;
const segmentsInFile = 2 ** 32 / segmentBytes;

/** Returns the number of the segment that contains a position, such as `0/3000028`. */
function segmentAt(position: string): number {
  const [high = '0', low = '0'] = position.split('/');
  return Number.parseInt(high, 16) * segmentsInFile + Math.floor(Number.parseInt(low, 16) / segmentBytes);
}

/**
 * Returns the number of an archived segment, without its timeline. Besides segments, the server archives a note about each backup, which is
 * named by the segment with its start.
 * @returns undefined for other files
 */
function segmentOf(name: string): number | undefined {
  const [, high, low] = /^[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})(\.[\dA-F]{8}\.backup)?\.gz$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return Number.parseInt(high, 16) * segmentsInFile + Number.parseInt(low, 16);
}

/**
 * Counts the segments that are missing between a position and the last segment of an archive.
 * @param position position in the log, such as `0/3000028`
 */
export async function countMissingSegments(folder: string, position: string): Promise<number> {
  const first = segmentAt(position);
  const numbers = (await readdir(folder)).map(segmentOf).filter((number) => number !== undefined);
  const found = new Set(numbers.filter((number) => number >= first));
  return found.size === 0 ? 0 : Math.max(...found) - first + 1 - found.size;
}

/**
 * Removes the segments before a position.
 * @param position position in the log, such as `0/3000028`
 * @returns the number of removed segments
 */
export async function removeSegments(folder: string, position: string): Promise<number> {
  const first = segmentAt(position);
  const old = (await readdir(folder)).filter((name) => (segmentOf(name) ?? first) < first);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}
