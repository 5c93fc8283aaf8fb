import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { UsageError } from './usage-error.ts';

/** Checks whether a source is a URL instead of a file. */
export const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/** Opens a URL as a stream. @throws UsageError if it cannot be fetched */
export async function openDownload(address: string): Promise<Readable> {
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UsageError(`${address} cannot be reached: ${cause}`);
  }
  if (!answer.ok || answer.body === null) throw new UsageError(`${address} answers ${answer.status}.`);
  return Readable.fromWeb(answer.body as WebStream<Uint8Array>); // both types describe the web stream of the platform
}
