import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { hashWhole } from './file-writer.ts';
import type { PutObject } from './object-store.ts';
import { type Bucket, removeObject } from './s3-bucket.ts';
import { copyObject } from './s3-copy.ts';

/** Size of a part, the smallest that S3 allows. An upload needs memory for two parts. */
const partBytes = 5 * 1024 ** 2;
const partsAtOnce = 2;

/** Does nothing, because an object is durable once the object store has responded. */
const makeDurable = () => Promise.resolve();

interface HashedBody {
  chunks: AsyncGenerator<Buffer>;
  size: () => number;
  /** Only valid after all chunks have been read. */
  sha256: () => string;
  /** Returns the error of the body itself, because object stores report a different reason for a broken upload. */
  failure: () => unknown;
}

/** Hashes a body while its chunks are read. */
function hashed(body: AsyncIterable<Uint8Array>): HashedBody {
  const hash = createHash('sha256');
  let size = 0;
  let failure: unknown;
  async function* pass() {
    try {
      for await (const chunk of body) {
        hash.update(chunk);
        size += chunk.byteLength;
        // The chunk is copied, because the bytes are kept until the part is complete but the chunk becomes invalid earlier.
        yield Buffer.from(chunk);
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { chunks: pass(), size: () => size, sha256: () => hash.digest('hex'), failure: () => failure };
}

async function* joined(first: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  yield* first;
  yield* rest;
}

export async function uploadWhole(
  { client, at }: Bucket,
  key: string,
  bytes: Buffer,
): Promise<Pick<PutObject, 'makeDurable'>> {
  await client.send(new PutObjectCommand({ ...at(`objects/${key}`), Body: bytes, ContentLength: bytes.byteLength }));
  return { makeDurable };
}

export async function uploadBytes(
  bucket: Bucket,
  bytes: Buffer,
  keyOf: (sha256: string) => string,
): Promise<PutObject> {
  const sha256 = hashWhole(bytes);
  const key = keyOf(sha256);
  return { key, sha256, size: bytes.byteLength, ...(await uploadWhole(bucket, key, bytes)) };
}

/** Uploads a stream in parts to `incoming/`. The object store copies the object to its key once the hash is known. */
async function uploadInParts(
  bucket: Bucket,
  first: readonly Buffer[],
  body: HashedBody,
  keyOf: (sha256: string) => string,
): Promise<PutObject> {
  const { client, at } = bucket;
  const arriving = `incoming/${bucket.clock.randomId()}`;
  const stream = Readable.from(joined(first, body.chunks), { objectMode: false, highWaterMark: 1 << 18 });
  const params = { ...at(arriving), Body: stream };
  const upload = new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce });
  try {
    await upload.done();
    const [sha256, size] = [body.sha256(), body.size()];
    const key = keyOf(sha256);
    await copyObject(client, at(arriving), at(`objects/${key}`), size, bucket.copyLimits);
    return { key, sha256, size, makeDurable };
  } catch (error) {
    throw body.failure() ?? error;
  } finally {
    stream.destroy();
    await removeObject(bucket, arriving).catch(() => undefined); // if this fails, the sweep removes the object later
  }
}

/** Uploads a stream in one request if it fits into one part, otherwise in parts. */
export async function uploadStream(
  bucket: Bucket,
  body: AsyncIterable<Uint8Array>,
  keyOf: (sha256: string) => string,
): Promise<PutObject> {
  const passing = hashed(body);
  const first: Buffer[] = [];
  while (passing.size() <= partBytes) {
    const next = await passing.chunks.next();
    if (next.done) {
      const [bytes, sha256] = [Buffer.concat(first), passing.sha256()];
      const key = keyOf(sha256);
      return { key, sha256, size: bytes.byteLength, ...(await uploadWhole(bucket, key, bytes)) };
    }
    first.push(next.value);
  }
  return uploadInParts(bucket, first, passing, keyOf);
}
