import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AssetLink } from '@pimento/contract';
import { RetryLaterError } from './retry-later-error.ts';

/**
 * Downloads an asset to a temporary file, then renames the file. Does nothing if the asset is already present.
 * @throws RetryLaterError after a 429 or 5xx response
 * @throws Error after any other error response, or if the content is damaged. If the URL has expired, the next attempt gets a new URL
 */
export async function fetchAsset(file: string, link: AssetLink, signal: AbortSignal): Promise<void> {
  if (await isThere(file, link)) return;
  const answer = await fetch(link.url, { signal });
  if (answer.status >= 500 || answer.status === 429)
    throw new RetryLaterError(`A file could not be fetched: ${answer.status}.`);
  if (!answer.ok || !answer.body) throw new Error(`A file could not be fetched: ${answer.status}.`);
  await mkdir(dirname(file), { recursive: true });
  const hash = createHash('sha256');
  const watch = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(undefined, piece);
    },
  });
  await pipeline(Readable.fromWeb(answer.body), watch, createWriteStream(`${file}.part`, { flush: true }));
  if (hash.digest('hex') !== link.sha256) throw new Error('A file arrived damaged.');
  await rename(`${file}.part`, file);
}

/**
 * Returns true if the file is present with the expected content. Equal size is not enough, because the client may have replaced the asset
 * with a different file of the same size.
 */
async function isThere(file: string, { size, sha256 }: AssetLink): Promise<boolean> {
  const known = await stat(file).catch(() => undefined);
  if (known?.size !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer); // the stream yields bytes
  return hash.digest('hex') === sha256;
}
