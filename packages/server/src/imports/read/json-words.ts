import type { JsonFault } from '@pimento/contract';

/** What keeps a text from being JSON: the offset of the first byte with which no JSON text could go on, and why. */
export interface TextFault {
  /** Equal to the length of a text that only ended too early. */
  offset: number;
  reason: JsonFault;
}

type Expected = Extract<JsonFault, { kind: 'expected' }>;
/** What is found at a position of a text. */
export type Found = Expected['found'];

/** What is at this position, for a message: invisible characters have only a code point; behind the last byte the text ends. */
export function foundAt(bytes: Uint8Array, at: number): Found {
  const byte = bytes[at];
  if (byte === undefined) return 'end-of-text';
  if (byte < 0x20 || byte === 0x7f) return { character: null, codePoint: codePointName(byte) };
  if (byte < 0x80) return { character: String.fromCharCode(byte), codePoint: codePointName(byte) };
  // Four bytes hold any character; what follows it is cut off below.
  const character = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, at + 4));
  const codePoint = character.codePointAt(0) ?? 0;
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
  return { character: isVisible ? String.fromCodePoint(codePoint) : null, codePoint: codePointName(codePoint) };
}

/** The fault that something else is expected at this position than what is there. */
export const expectedAt = (bytes: Uint8Array, at: number, expected: Expected['expected']): JsonFault => ({
  kind: 'expected',
  expected,
  found: foundAt(bytes, at),
});

/** U+000A and other control characters. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
