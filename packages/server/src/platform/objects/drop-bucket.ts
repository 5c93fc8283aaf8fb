import { GetObjectCommand, ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { systemClock } from '../clock.ts';
import { type DropFile, type DropPlace, DropPlaceError } from './drop-types.ts';
import { s3PlaceOf } from './object-store-address.ts';
import { type Bucket, openBucket } from './s3-bucket.ts';

const unreadable = (cause: unknown) => new DropPlaceError('unreadable', { cause });

/** Lists the objects directly below a prefix. @throws DropPlaceError if there are more than `max` */
async function listBelow({ client, clock }: Bucket, bucket: string, prefix: string, max: number): Promise<DropFile[]> {
  const files: DropFile[] = [];
  let token: string | undefined;
  do {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: token }),
    );
    for (const { Key = '', Size: size = 0, LastModified: modifiedAt } of page.Contents ?? []) {
      const name = Key.slice(prefix.length);
      if (name !== '') files.push({ name, size, modifiedAt: modifiedAt ?? clock.now() });
    }
    if (files.length > max) throw new DropPlaceError('too-many');
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return files;
}

/** Opens the part of an S3-compatible bucket below the prefix of an `s3:` URL. */
export function createDropBucket(url: URL): DropPlace {
  const place = s3PlaceOf(url);
  const bucket = openBucket({ ...place, clock: systemClock });
  const keyOf = (folder: readonly string[], name: string) => `${place.prefix}${[...folder, name].join('/')}`;
  return {
    async list(folder, max) {
      try {
        return await listBelow(bucket, place.bucket, keyOf(folder, ''), max);
      } catch (error) {
        throw error instanceof DropPlaceError ? error : unreadable(error);
      }
    },
    async open(folder, name) {
      try {
        const Key = keyOf(folder, name);
        const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: place.bucket, Key }));
        if (Body instanceof Readable) return Body;
      } catch (error) {
        throw unreadable(error);
      }
      throw new DropPlaceError('unreadable');
    },
    [Symbol.asyncDispose]() {
      bucket.client.destroy();
      return Promise.resolve();
    },
  };
}
