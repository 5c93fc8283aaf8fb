/** Bracket types are tracked down to this depth. Deeper brackets are only counted, so that the state stays small for any input. */
const trackedDepth = 512;
/**
 * Strings longer than this are searched with indexOf. For shorter strings, calling indexOf costs more than checking the bytes one by one.
 */
const nearBytes = 48;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const lineFeed = 0x0a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;

/** The value continues in the next chunk. */
export const unfinished = -1;
/** A closing bracket does not match the open bracket. `scan.misfit` is the index of the closing bracket. */
export const misfitting = -2;

/** The state of reading one JSON value, kept across chunks. The fields for lines are also kept across values. */
export interface ValueScan {
  /** True inside a number or literal, which ends at the first byte that cannot belong to it. */
  bare: boolean;
  depth: number;
  deepest: number;
  /** Number of colons outside strings, which is the number of properties in all objects of the value. */
  members: number;
  inString: boolean;
  /** True if the first byte of the next chunk is escaped. */
  escaped: boolean;
  misfit: number;
  /** 1-based number of the current line, and the offset in the body where it starts. */
  line: number;
  lineStart: number;
  readonly brackets: Uint8Array;
}

/** Creates the scan state for the start of a body. */
export function createValueScan(): ValueScan {
  return {
    bare: false,
    depth: 0,
    deepest: 0,
    members: 0,
    inString: false,
    escaped: false,
    misfit: -1,
    line: 1,
    lineStart: 0,
    brackets: new Uint8Array(trackedDepth + 1),
  };
}

/** Prepares the scan for the value that starts with this byte. */
export function startValue(scan: ValueScan, firstByte: number): void {
  scan.bare = firstByte !== quote && firstByte !== openObject && firstByte !== openArray;
  scan.depth = 0;
  scan.deepest = 0;
  scan.members = 0;
  scan.inString = false;
  scan.escaped = false;
}

/**
 * Continues reading the value in `bytes`, starting at index `from`. `base` is the offset of `bytes` in the body. Returns the index after
 * the value's last byte, `unfinished` or `misfitting`. Examines only strings, brackets, colons, and line feeds outside strings.
 */
export function scanValue(scan: ValueScan, bytes: Buffer, from: number, base: number): number {
  if (scan.bare) return scanBare(bytes, from);
  const end = bytes.length;
  const brackets = scan.brackets;
  let { depth, deepest, members } = scan;
  let at = from;
  let result = unfinished;
  if (scan.inString) {
    at = resumeString(scan, bytes, at);
    if (at === unfinished) return unfinished;
    if (depth === 0) return at;
  }
  while (at < end) {
    const byte = bytes[at];
    at += 1;
    if (byte === quote) {
      const close = closingQuote(bytes, at);
      if (close === unfinished) {
        leaveInString(scan, bytes, at);
        break;
      }
      at = close + 1;
      if (depth > 0) continue;
      result = at;
      break;
    }
    if (byte === colon) {
      members += 1;
    } else if (byte === comma || byte === 0x20) {
      continue;
    } else if (byte === openObject || byte === openArray) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (depth <= trackedDepth) brackets[depth] = byte;
    } else if (byte === closeObject || byte === closeArray) {
      // In ASCII, the code of each closing bracket is the code of the opening bracket plus two.
      if (depth <= trackedDepth && brackets[depth] !== byte - 2) {
        scan.misfit = at - 1;
        result = misfitting;
        break;
      }
      depth -= 1;
      if (depth > 0) continue;
      result = at;
      break;
    } else if (byte === lineFeed) {
      scan.line += 1;
      scan.lineStart = base + at;
    }
  }
  scan.depth = depth;
  scan.deepest = deepest;
  scan.members = members;
  return result;
}

/**
 * Returns the index of the next byte that is not white space, and counts lines. This is a separate loop, because 300 MB of white space took
 * 11 s when it was read like the other bytes between values. Compressed with gzip, that much white space can be as small as 2 MB.
 */
export function skipWhiteSpace(scan: ValueScan, bytes: Buffer, from: number, base: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d) continue;
    if (byte !== lineFeed) break;
    scan.line += 1;
    scan.lineStart = base + at + 1;
  }
  return at;
}

/** Returns the index of the closing quote of a string, or `unfinished`. `from` is the start of the string's content. */
function closingQuote(bytes: Buffer, from: number): number {
  let at = nextQuote(bytes, from);
  while (at > from && bytes[at - 1] === backslash && endsEscaped(bytes, from, at)) at = nextQuote(bytes, at + 1);
  return at;
}

function nextQuote(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + nearBytes);
  for (let at = from; at < near; at += 1) {
    if (bytes[at] === quote) return at;
  }
  return bytes.indexOf(quote, near);
}

/** Returns true if the byte at `end` is escaped, because an odd number of backslashes precedes it. */
function endsEscaped(bytes: Buffer, from: number, end: number): boolean {
  let first = end;
  while (first > from && bytes[first - 1] === backslash) first -= 1;
  return (end - first) % 2 === 1;
}

function leaveInString(scan: ValueScan, bytes: Buffer, contentFrom: number): void {
  scan.inString = true;
  scan.escaped = endsEscaped(bytes, contentFrom, bytes.length);
}

/**
 * Returns the index after the closing quote, or `unfinished`. Skips an escaped first byte, so that it is not counted in a sequence of
 * backslashes.
 */
function resumeString(scan: ValueScan, bytes: Buffer, from: number): number {
  if (from === bytes.length) return unfinished;
  const contentFrom = scan.escaped ? from + 1 : from;
  const close = closingQuote(bytes, contentFrom);
  if (close === unfinished) {
    leaveInString(scan, bytes, contentFrom);
    return unfinished;
  }
  scan.inString = false;
  return close + 1;
}

function scanBare(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (endsBare(bytes[at] ?? 0)) return at;
  }
  return unfinished;
}

function endsBare(byte: number): boolean {
  switch (byte) {
    case 0x09:
    case lineFeed:
    case 0x0d:
    case 0x20:
    case quote:
    case comma:
    case colon:
    case openObject:
    case closeObject:
    case openArray:
    case closeArray:
      return true;
    default:
      return false;
  }
}
