import { codePointName, describeByte } from './json-words.ts';

/** `at` = index after the token, or with a `message` the byte that spoils it. */
export interface Token {
  at: number;
  message?: string;
}

const escapable = new Set(Buffer.from('"\\/bfnrtu'));
const words = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/** Reads the string whose opening quote is at `from`. Lone surrogates written as \uD800 are JSON. */
export function scanString(bytes: Uint8Array, from: number): Token {
  let at = from + 1;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return { at: at + 1 };
    if (byte < 0x20)
      return {
        at,
        message: `the control character ${codePointName(byte)} inside a string must be written as an escape`,
      };
    at += 1;
    if (byte !== 0x5c) continue;
    const escape = scanEscape(bytes, at);
    if (escape.message !== undefined) return escape;
    at = escape.at;
  }
  return { at: bytes.length, message: 'the text ended inside a string' };
}

function scanEscape(bytes: Uint8Array, from: number): Token {
  const byte = bytes[from];
  if (byte === undefined) return { at: from, message: 'the text ended inside a string' };
  if (!escapable.has(byte))
    return { at: from, message: `expected one of " \\ / b f n r t u after '\\' but ${describeByte(bytes, from)}` };
  if (byte !== 0x75) return { at: from + 1 };
  for (let at = from + 1; at <= from + 4; at += 1) {
    if (!isHexDigit(bytes[at]))
      return { at, message: `expected four hexadecimal digits after '\\u' but ${describeByte(bytes, at)}` };
  }
  return { at: from + 5 };
}

/** Reads the number that starts at `from` with a minus sign or a digit. */
export function scanNumber(bytes: Uint8Array, from: number): Token {
  let at = bytes[from] === 0x2d ? from + 1 : from;
  if (!isDigit(bytes[at])) return { at, message: `expected a digit after '-' but ${describeByte(bytes, at)}` };
  if (bytes[at] === 0x30) {
    at += 1;
    if (isDigit(bytes[at])) return { at, message: 'a number must not start with 0 and go on with more digits' };
  } else {
    at = skipDigits(bytes, at);
  }
  if (bytes[at] === 0x2e) {
    at += 1;
    if (!isDigit(bytes[at])) return { at, message: `expected a digit after '.' but ${describeByte(bytes, at)}` };
    at = skipDigits(bytes, at);
  }
  if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return { at };
  at += 1;
  if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1;
  if (!isDigit(bytes[at])) return { at, message: `expected a digit in the exponent but ${describeByte(bytes, at)}` };
  return { at: skipDigits(bytes, at) };
}

/** Reads `true`, `false` or `null`; undefined where none of them begins. */
export function scanWord(bytes: Uint8Array, from: number): Token | undefined {
  const word = words.find((candidate) => candidate[0] === bytes[from]);
  if (word === undefined) return undefined;
  for (let index = 1; index < word.length; index += 1) {
    const at = from + index;
    if (bytes[at] !== word[index])
      return { at, message: `expected '${word.toString()}' but ${describeByte(bytes, at)}` };
  }
  return { at: from + word.length };
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
