const minBytes = 32 * 1024 ** 2;
const maxRatio = 200;

/** Returns true if decoded content is so much larger than the received content that it is treated as a decompression bomb. */
export const isExpansion = (receivedBytes: number, decodedBytes: number): boolean =>
  decodedBytes > minBytes && decodedBytes > receivedBytes * maxRatio;
