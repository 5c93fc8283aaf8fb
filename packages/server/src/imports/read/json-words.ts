import type { JsonFault } from '@pimento/contract';

/** A JSON syntax error, with the offset of the first byte that cannot continue a valid JSON text, and the reason. */
export interface TextFault {
  /** Offset of the invalid byte. Equal to the length of the text if the text is incomplete but otherwise valid. */
  offset: number;
  reason: JsonFault;
}

type Expected = Extract<JsonFault, { kind: 'expected' }>;
/** The content found at a position of a text. */
export type Found = Expected['found'];

/**
 * Describes the content at a position for a message. Describes invisible characters only by their code point, and the position after the
 * last byte as the end of the text.
 */
export function foundAt(bytes: Uint8Array, at: number): Found {
  const byte = bytes[at];
  if (byte === undefined) return 'end-of-text';
  if (byte < 0x20 || byte === 0x7f) return { character: null, codePoint: codePointName(byte) };
  if (byte < 0x80) return { character: String.fromCharCode(byte), codePoint: codePointName(byte) };
  // Four bytes are enough for any character. Characters after the first are removed below.
  const character = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, at + 4));
  const codePoint = character.codePointAt(0) ?? 0;
  const isVisible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
  return { character: isVisible ? String.fromCodePoint(codePoint) : null, codePoint: codePointName(codePoint) };
}

/** Creates the fault for an unexpected token at this position. */
export const expectedAt = (bytes: Uint8Array, at: number, expected: Expected['expected']): JsonFault => ({
  kind: 'expected',
  expected,
  found: foundAt(bytes, at),
});

/** Formats a code point, such as U+000A. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
