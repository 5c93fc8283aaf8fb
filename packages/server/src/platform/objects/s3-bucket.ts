import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import {
  type ByteRange,
  checkedKey,
  type ObjectInfo,
  ObjectMissingError,
  StoreUnavailableError,
} from './object-store.ts';
import type { CopyLimits } from './s3-copy.ts';

export interface S3Place {
  bucket: string;
  /** Prefix of every key. Empty, or ending in "/". */
  prefix: string;
  region: string;
  /** Set only for object stores other than Amazon S3. */
  endpoint: string | undefined;
  /** By default, the credentials are looked up where the AWS tools look for them (environment, profile, instance). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The defaults are the limits of S3. */
  copyLimits?: CopyLimits;
}

/** The part of a bucket below a prefix. `objects/` contains stored objects, and `incoming/` contains unfinished objects. */
export interface Bucket {
  client: S3Client;
  clock: Clock;
  copyLimits: CopyLimits | undefined;
  /** Returns the request parameters for the object at a path below the prefix. */
  at: (path: string) => { Bucket: string; Key: string };
  /** Removes the prefix from a key in the bucket. */
  pathOf: (key: string) => string;
}

/**
 * Timeouts in milliseconds. A response that has not begun in time counts as a failure, because an HTTP client waits for it. A part of an
 * upload must be sent within the same time.
 */
const limits = { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true };

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}

export function openBucket({ clock, ...place }: S3Place & { clock: Clock }): Bucket {
  const { bucket, prefix } = place;
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint === undefined ? {} : { endpoint: place.endpoint, forcePathStyle: true }),
    ...(place.credentials === undefined ? {} : { credentials: place.credentials }),
    // Trailing checksums are disabled, because some object stores would store the checksums and their framing as part of the object.
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
          : new StoreUnavailableError('the request to the bucket failed', { cause: error });
      }
    },
    // runs outside of the retry middleware, so that only the final error is converted
    { step: 'initialize', priority: 'high' },
  );
  return {
    client,
    clock,
    copyLimits: place.copyLimits,
    at: (path) => ({ Bucket: bucket, Key: prefix + checkedKey(path) }),
    pathOf: (key) => key.slice(prefix.length),
  };
}

export async function headObject({ client, clock, at }: Bucket, key: string): Promise<ObjectInfo | undefined> {
  try {
    const answer = await client.send(new HeadObjectCommand(at(`objects/${key}`)));
    const { ContentLength: size = 0, LastModified: modifiedAt } = answer;
    return { key, size, modifiedAt: modifiedAt ?? clock.now() };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Opens an object, or a range of it, for reading. @throws ObjectMissingError */
export async function readObject({ client, at }: Bucket, key: string, range?: ByteRange): Promise<Readable> {
  try {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await client.send(new GetObjectCommand({ ...at(`objects/${key}`), Range }));
    if (!(Body instanceof Readable)) throw new Error('the object came without a stream');
    return Body;
  } catch (error) {
    throw isMissing(error) ? new ObjectMissingError(key) : error;
  }
}

/** Lists a folder page by page. @param keyPrefix only keys with this prefix are listed */
export async function* listObjects(
  { client, clock, at, pathOf }: Bucket,
  folder: 'objects' | 'incoming',
  keyPrefix: string,
): AsyncIterable<ObjectInfo> {
  const { Bucket, Key } = at(folder);
  let token: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: `${Key}/${keyPrefix}`, ContinuationToken: token }),
    );
    for (const { Key: found = '', Size: size = 0, LastModified: modifiedAt } of page.Contents ?? []) {
      yield { key: pathOf(found).slice(folder.length + 1), size, modifiedAt: modifiedAt ?? clock.now() };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

/** Lists the names of the folders in a folder. The bucket returns up to 1,000 names per page. */
export async function* listFolders({ client, at }: Bucket, folder: 'objects'): AsyncIterable<string> {
  const { Bucket, Key } = at(folder);
  let token: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: `${Key}/`, Delimiter: '/', ContinuationToken: token }),
    );
    for (const { Prefix: found = '' } of page.CommonPrefixes ?? []) yield found.slice(`${Key}/`.length, -1);
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

/** @param path the path below the prefix, including its folder */
export async function removeObject({ client, at }: Bucket, path: string): Promise<void> {
  await client.send(new DeleteObjectCommand(at(path)));
}
