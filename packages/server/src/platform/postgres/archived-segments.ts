import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const segmentBytes = 2 ** 24;
const segmentsInFile = 2 ** 32 / segmentBytes;

/** Returns the number of the segment that contains a position, such as `0/3000028`. */
function segmentAt(position: string): number {
  const [high = '0', low = '0'] = position.split('/');
  return Number.parseInt(high, 16) * segmentsInFile + Math.floor(Number.parseInt(low, 16) / segmentBytes);
}

/** Name of an archived segment, which consists of the timeline and the number in two parts. */
const segmentName = /^[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})\.gz$/;
/**
 * Name of a backup history file. The server archives such files besides the segments, and names each after the segment in which a base
 * backup started.
 */
const historyName = /^[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})\.[\dA-F]{8}\.backup\.gz$/;

/** Returns the number of the segment in a file name, without its timeline. @returns undefined for other files */
function segmentIn(name: string, pattern: RegExp): number | undefined {
  const [, high, low] = pattern.exec(name) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return Number.parseInt(high, 16) * segmentsInFile + Number.parseInt(low, 16);
}

/**
 * Counts the segments that are missing between a position and the last segment of an archive.
 * @param position position in the log, such as `0/3000028`
 */
export async function countMissingSegments(folder: string, position: string): Promise<number> {
  const first = segmentAt(position);
  const numbers = (await readdir(folder)).map((name) => segmentIn(name, segmentName) ?? -1);
  const found = new Set(numbers.filter((number) => number >= first));
  return found.size === 0 ? 0 : Math.max(...found) - first + 1 - found.size;
}

/**
 * Removes the segments before a position, and the backup history files that are named after them.
 * @param position position in the log, such as `0/3000028`
 * @returns the number of removed segments
 */
export async function removeSegments(folder: string, position: string): Promise<number> {
  const first = segmentAt(position);
  const isOld = (name: string, pattern: RegExp) => (segmentIn(name, pattern) ?? first) < first;
  const names = await readdir(folder);
  const old = names.filter((name) => isOld(name, segmentName));
  for (const name of [...old, ...names.filter((name) => isOld(name, historyName))])
    await rm(join(folder, name), { force: true });
  return old.length;
}
