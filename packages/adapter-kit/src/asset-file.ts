import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AssetLink } from '@pimento/contract';
import { RetryLater } from './retry-later.ts';

/**
 * Brings the file of an asset to its place, by a name beside it first, unless it is there already.
 * @throws RetryLater where it is not to be had now; an address that has expired is a new one in the next try
 */
export async function fetchAsset(file: string, link: AssetLink, signal: AbortSignal): Promise<void> {
  if (await isThere(file, link)) return;
  const answer = await fetch(link.url, { signal });
  if (answer.status >= 500 || answer.status === 429)
    throw new RetryLater(`A file could not be fetched: ${answer.status}.`);
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

/** By its content: a client may have put another file of the same size in its place. */
async function isThere(file: string, { size, sha256 }: AssetLink): Promise<boolean> {
  const known = await stat(file).catch(() => undefined);
  if (known?.size !== size) return false;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer); // a stream of bytes
  return hash.digest('hex') === sha256;
}
