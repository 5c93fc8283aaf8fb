import { Readable } from 'node:stream';
import { answerChunks } from '@pimento/client';
import { connectionReason } from '../output/connection-text.ts';
import { UsageError } from './usage-error.ts';

/** Returns true if a source is a URL instead of a file. */
export const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

/** Yields the bytes of a download. @throws UsageError if the connection breaks */
async function* receive(address: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    const text = connectionReason(error)?.text ?? String(error);
    throw new UsageError(`${address} ended early: ${text}. Run the command again.`);
  }
}

/** Opens an address as a stream. @throws UsageError if it cannot be fetched */
export async function openDownload(address: string): Promise<Readable> {
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UsageError(`${address} cannot be reached: ${connectionReason(error)?.text ?? cause}.`);
  }
  if (!answer.ok || answer.body === null) throw new UsageError(`${address} answers ${answer.status}.`);
  return Readable.from(receive(address, answerChunks(answer)), { objectMode: false });
}
