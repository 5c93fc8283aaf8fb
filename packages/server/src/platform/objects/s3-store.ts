import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Clock } from '../clock.ts';
import { type CopyLimits, copyObject } from './s3-copy.ts';
import {
  checkedKey,
  type ObjectInfo,
  ObjectMissing,
  type ObjectStore,
  type PutObject,
  StoreUnavailable,
} from './object-store.ts';

export interface S3Place {
  bucket: string;
  /** In front of every key; empty, or ending in "/". */
  prefix: string;
  region: string;
  /** Of a service other than Amazon's. */
  endpoint: string | undefined;
  /** Default: found as the AWS tools find them (environment, profile, instance). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Default: those of S3. */
  copyLimits?: CopyLimits;
}

/** Memory of one upload: two parts of the smallest size that S3 takes. */
const partBytes = 5 * 1024 ** 2;
const partsAtOnce = 2;

/** Callers wait for an answer: one that has not begun by then is none. A part of an upload has to be sent in the same time. */
const limits = { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true };

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}

/** A service that has answered keeps what it was sent. */
const makeDurable = () => Promise.resolve();

interface HashedBody {
  chunks: AsyncGenerator<Buffer>;
  size: () => number;
  /** Once all have passed. */
  sha256: () => string;
  /** What the body itself failed with: services answer a broken upload with reasons of their own. */
  failure: () => unknown;
}

/** The bytes on their way, hashed. */
function hashed(body: AsyncIterable<Uint8Array>): HashedBody {
  const hash = createHash('sha256');
  let size = 0;
  let failure: unknown;
  async function* pass() {
    try {
      for await (const chunk of body) {
        hash.update(chunk);
        size += chunk.byteLength;
        // A copy, since it waits for the others of its part.
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

/**
 * A store in a bucket of S3 or a service that speaks its language. The hash names an object and is known when its bytes have passed: what
 * fits into one part is sent when all of it is here; more goes to `incoming/` first and is copied to its place by the service.
 */
export function createS3Store(options: S3Place & { clock: Clock }): ObjectStore {
  const { bucket, prefix } = options;
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    // Streams with trailing checksums are stored with their framing by some services; the content's own hash is checked anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: limits,
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isMissing(error)
          ? error
          : new StoreUnavailable('the bucket did not do what it was asked', { cause: error });
      }
    },
    // around the tries
    { step: 'initialize', priority: 'high' },
  );
  const at = (path: string) => ({ Bucket: bucket, Key: prefix + checkedKey(path) });
  const objects = (key: string) => at(`objects/${key}`);

  async function head(key: string): Promise<ObjectInfo | undefined> {
    try {
      const answer = await client.send(new HeadObjectCommand(objects(key)));
      const { ContentLength: size = 0, LastModified: modifiedAt } = answer;
      return { key, size, modifiedAt: modifiedAt ?? options.clock.now() };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async function* listBelow(folder: 'objects/' | 'incoming/', keyPrefix: string): AsyncIterable<ObjectInfo> {
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + folder + keyPrefix, ContinuationToken: token }),
      );
      for (const { Key: key = '', Size: size = 0, LastModified: modifiedAt } of page.Contents ?? []) {
        yield { key: key.slice((prefix + folder).length), size, modifiedAt: modifiedAt ?? options.clock.now() };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async function remove(path: string): Promise<void> {
    await client.send(new DeleteObjectCommand(at(path)));
  }

  async function putWhole(key: string, bytes: Buffer): Promise<Pick<PutObject, 'makeDurable'>> {
    await client.send(new PutObjectCommand({ ...objects(key), Body: bytes, ContentLength: bytes.byteLength }));
    return { makeDurable };
  }

  async function putLarge(
    first: readonly Buffer[],
    passing: HashedBody,
    keyOf: (sha256: string) => string,
  ): Promise<PutObject> {
    const arriving = `incoming/${options.clock.randomId()}`;
    const stream = Readable.from(joined(first, passing.chunks), { objectMode: false, highWaterMark: 1 << 18 });
    const params = { ...at(arriving), Body: stream };
    const upload = new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce });
    try {
      await upload.done();
      const [sha256, size] = [passing.sha256(), passing.size()];
      const key = keyOf(sha256);
      await copyObject(client, at(arriving), objects(key), size, options.copyLimits);
      return { key, sha256, size, makeDurable };
    } catch (error) {
      throw passing.failure() ?? error;
    } finally {
      stream.destroy();
      await remove(arriving).catch(() => undefined); // the sweep removes it later
    }
  }

  return {
    head,
    delete: (key) => remove(`objects/${key}`),
    list: (keyPrefix) => listBelow('objects/', keyPrefix),
    putWhole,
    async put(body, keyOf) {
      const passing = hashed(body);
      const first: Buffer[] = [];
      while (passing.size() <= partBytes) {
        const next = await passing.chunks.next();
        if (next.done) {
          const [bytes, sha256] = [Buffer.concat(first), passing.sha256()];
          const key = keyOf(sha256);
          return { key, sha256, size: bytes.byteLength, ...(await putWhole(key, bytes)) };
        }
        first.push(next.value);
      }
      return putLarge(first, passing, keyOf);
    },
    async get(key, range) {
      try {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const { Body } = await client.send(new GetObjectCommand({ ...objects(key), Range }));
        if (!(Body instanceof Readable)) throw new Error('the object came without a stream');
        return Body;
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(key) : error;
      }
    },
    async sweep(before) {
      let swept = 0;
      for await (const { key, modifiedAt } of listBelow('incoming/', '')) {
        if (modifiedAt >= before) continue;
        await remove(`incoming/${key}`);
        swept++;
      }
      return swept;
    },
    [Symbol.asyncDispose]() {
      client.destroy();
      return Promise.resolve();
    },
  };
}
