/** Returns a percent-encoded part of an address, decoded. Returns it unchanged if its encoding is invalid, as in `100%`. */
export function decodedText(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
