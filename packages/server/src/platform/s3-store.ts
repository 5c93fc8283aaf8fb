import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Clock } from './clock.ts';
import { checkedKey, type ObjectInfo, ObjectMissing, type ObjectStore } from './object-store.ts';

export interface S3Place {
  bucket: string;
  /** In front of every key; empty, or ending in "/". */
  prefix: string;
  region: string;
  /** Of a service other than Amazon's. */
  endpoint: string | undefined;
  /** Default: found as the AWS tools find them (environment, profile, instance). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Memory of one upload: two parts of the smallest size that S3 takes. */
const partBytes = 5 * 1024 ** 2;
const partsAtOnce = 2;

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}

interface HashedBody {
  stream: Readable;
  result: () => { sha256: string; size: number };
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
        // A copy, since it waits here for its part of the upload.
        yield Buffer.from(chunk);
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return {
    stream: Readable.from(pass(), { objectMode: false, highWaterMark: 1 << 18 }),
    result: () => ({ sha256: hash.digest('hex'), size }),
    failure: () => failure,
  };
}

/**
 * A store in a bucket of S3 or a service that speaks its language. The hash names an object and is known when its bytes have passed, so
 * they go to `incoming/` first and are copied to their place by the service.
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
  });
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

  return {
    head,
    delete: (key) => remove(`objects/${key}`),
    list: (keyPrefix) => listBelow('objects/', keyPrefix),
    async put(body, keyOf) {
      const { stream, result, failure } = hashed(body);
      const arriving = `incoming/${options.clock.randomId()}`;
      const upload = new Upload({
        client,
        params: { ...at(arriving), Body: stream },
        partSize: partBytes,
        queueSize: partsAtOnce,
      });
      try {
        await upload.done();
        const written = result();
        const key = keyOf(written.sha256);
        const CopySource = encodeURI(`${bucket}/${at(arriving).Key}`);
        await client.send(new CopyObjectCommand({ ...objects(key), CopySource }));
        return { key, ...written };
      } catch (error) {
        throw failure() ?? error;
      } finally {
        stream.destroy();
        await remove(arriving).catch(() => undefined); // the sweep removes it later
      }
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
