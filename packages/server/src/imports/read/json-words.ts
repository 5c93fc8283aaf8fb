/** "found ';'" for what stands at this place, "the text ended" behind the last byte. Invisible characters are named by code point. */
export function describeByte(bytes: Uint8Array, at: number): string {
  const byte = bytes[at];
  if (byte === undefined) return 'the text ended';
  if (byte < 0x20 || byte === 0x7f) return `found the control character ${codePointName(byte)}`;
  if (byte < 0x80) return `found ${byte === 0x27 ? '"\'"' : `'${String.fromCharCode(byte)}'`}`;
  // Four bytes hold any character; what follows it is cut off below.
  const character = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, at + 4));
  const codePoint = character.codePointAt(0) ?? 0;
  return /^[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? `found '${String.fromCodePoint(codePoint)}' (${codePointName(codePoint)})`
    : `found the character ${codePointName(codePoint)}`;
}

/** U+000A and the like. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
