import { scanString } from './json-tokens.ts';
import { createValueScan, scanValue, skipWhiteSpace, startValue, unfinished, type ValueScan } from './value-scan.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openObject = 0x7b;

/** Returns the index after the value at `from`, or `unfinished` if the value does not end within the bytes. */
function endOfValue(scan: ValueScan, bytes: Buffer, from: number): number {
  if (from === bytes.length) return unfinished;
  startValue(scan, bytes[from] ?? 0);
  return scanValue(scan, bytes, from, 0);
}

/** Returns the index after the given byte and the white space around it, or `unfinished` if the byte does not come next. */
function behind(scan: ValueScan, bytes: Buffer, from: number, byte: number): number {
  const at = skipWhiteSpace(scan, bytes, from, 0);
  return bytes[at] === byte ? skipWhiteSpace(scan, bytes, at + 1, 0) : unfinished;
}

/**
 * Returns the value of `__ID`, in any letter case, from the first bytes of a product. The bytes may end anywhere, but must not contain a
 * fault.
 * @returns undefined if the bytes are not an object, do not contain the whole `__ID`, or if `__ID` is not a string
 */
export function findIdMember(bytes: Buffer): string | undefined {
  const scan = createValueScan();
  let at = behind(scan, bytes, 0, openObject);
  while (at !== unfinished && bytes[at] === quote) {
    const name = scanString(bytes, at);
    if (name.reason !== undefined) return undefined;
    const isId = /^"__id"$/i.test(bytes.toString('utf8', at, name.at));
    const from = behind(scan, bytes, name.at, colon);
    const end = from === unfinished ? unfinished : endOfValue(scan, bytes, from);
    if (end < 0) return undefined;
    if (isId) return bytes[from] === quote ? String(JSON.parse(bytes.toString('utf8', from, end))) : undefined;
    at = behind(scan, bytes, end, comma);
  }
  return undefined;
}
