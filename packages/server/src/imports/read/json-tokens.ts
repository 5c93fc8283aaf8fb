import type { JsonFault } from '@pimento/contract';
import { codePointName, expectedAt } from './json-words.ts';

/** `at` is the index after the token. If there is a `reason`, `at` is the index of the invalid byte. */
export interface Token {
  at: number;
  reason?: JsonFault;
}

const escapable = new Set(Buffer.from('"\\/bfnrtu'));
const words = (['true', 'false', 'null'] as const).map((word) => ({ word, bytes: Buffer.from(word) }));
const insideString: JsonFault = { kind: 'ended-inside', part: 'string' };

/** Reads the string whose opening quote is at `from`. Lone surrogates written as escapes, such as \uD800, are valid JSON. */
export function scanString(bytes: Uint8Array, from: number): Token {
  let at = from + 1;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return { at: at + 1 };
    if (byte < 0x20) return { at, reason: { kind: 'control-character', codePoint: codePointName(byte) } };
    at += 1;
    if (byte !== 0x5c) continue;
    const escape = scanEscape(bytes, at);
    if (escape.reason !== undefined) return escape;
    at = escape.at;
  }
  return { at: bytes.length, reason: insideString };
}

function scanEscape(bytes: Uint8Array, from: number): Token {
  const byte = bytes[from];
  if (byte === undefined) return { at: from, reason: insideString };
  if (!escapable.has(byte)) return { at: from, reason: expectedAt(bytes, from, 'escape') };
  if (byte !== 0x75) return { at: from + 1 };
  for (let at = from + 1; at <= from + 4; at += 1) {
    if (!isHexDigit(bytes[at])) return { at, reason: expectedAt(bytes, at, 'hexadecimal-digits') };
  }
  return { at: from + 5 };
}

/** Reads the number that starts at `from` with a minus sign or a digit. */
export function scanNumber(bytes: Uint8Array, from: number): Token {
  let at = bytes[from] === 0x2d ? from + 1 : from;
  if (!isDigit(bytes[at])) return { at, reason: expectedAt(bytes, at, 'digit-after-minus') };
  if (bytes[at] === 0x30) {
    at += 1;
    if (isDigit(bytes[at])) return { at, reason: { kind: 'leading-zero' } };
  } else {
    at = skipDigits(bytes, at);
  }
  if (bytes[at] === 0x2e) {
    at += 1;
    if (!isDigit(bytes[at])) return { at, reason: expectedAt(bytes, at, 'digit-after-point') };
    at = skipDigits(bytes, at);
  }
  if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return { at };
  at += 1;
  if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1;
  if (!isDigit(bytes[at])) return { at, reason: expectedAt(bytes, at, 'digit-in-exponent') };
  return { at: skipDigits(bytes, at) };
}

/** Reads the word `true`, `false` or `null` at `from`. @returns undefined if the byte there is not the first letter of one of them */
export function scanWord(bytes: Uint8Array, from: number): Token | undefined {
  const found = words.find((candidate) => candidate.bytes[0] === bytes[from]);
  if (found === undefined) return undefined;
  for (let index = 1; index < found.bytes.length; index += 1) {
    const at = from + index;
    if (bytes[at] !== found.bytes[index]) return { at, reason: expectedAt(bytes, at, found.word) };
  }
  return { at: from + found.bytes.length };
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at += 1;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && ((byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)));
}
