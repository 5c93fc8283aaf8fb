/** Chunks as large as this are worth the call that gives them back. */
const leastReleased = 1 << 12;

/**
 * Gives the memory of a chunk back at once. Left to the collector it comes back after tens of megabytes, and each of these collections goes
 * through the whole heap: 3 of 5 ms that a megabyte cost. Only where nobody else can hold a part of the same memory.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && byteLength >= leastReleased && !buffer.detached) buffer.transfer(0);
}
