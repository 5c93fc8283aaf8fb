import { open } from 'node:fs/promises';

/**
 * Writes a body to a new file. `appendFile` continues after a short write, so that a full disk causes an error instead of a truncated file.
 * @param onWritten receives the number of bytes of each chunk after it was written
 * @throws errors of the body and of the file system
 */
export async function writeSpool(
  path: string,
  body: AsyncIterable<Uint8Array>,
  onWritten?: (bytes: number) => void,
): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of body) {
    await file.appendFile(chunk);
    onWritten?.(chunk.byteLength);
  }
}
