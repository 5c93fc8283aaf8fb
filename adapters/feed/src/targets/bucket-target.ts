import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { FeedTarget } from './target.ts';

/**
 * Writes feeds to a bucket with an address such as `s3://bucket/prefix?region=…&endpoint=https://…`. Credentials are looked up in the
 * same places as in the AWS tools. A file can be up to 5 GB, and replaces the previous file only when its upload is complete.
 */
export function createBucketTarget(address: URL): FeedTarget {
  const endpoint = address.searchParams.get('endpoint');
  const client = new S3Client({
    region: address.searchParams.get('region') ?? 'us-east-1',
    // Services other than Amazon's may lack a host name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const Bucket = address.hostname;
  const folder = address.pathname.replaceAll(/^\/+|\/+$/g, '');
  const keyOf = (name: string) => (folder === '' ? name : `${folder}/${name}`);

  async function listKeys(Prefix: string): Promise<string[]> {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1000 }));
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  return {
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket, Prefix: keyOf(''), MaxKeys: 1 }));
    },
    async put(name, file, contentType) {
      const { size } = await stat(file);
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: keyOf(name),
          Body: createReadStream(file),
          ContentLength: size,
          ContentType: contentType,
        }),
      );
      await rm(file);
    },
    async has(name, size) {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(name) })).catch(() => undefined);
      return found?.ContentLength === size;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
    },
    async removeFolder(name) {
      for (let keys = await listKeys(keyOf(`${name}/`)); keys.length > 0; keys = await listKeys(keyOf(`${name}/`))) {
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true } }),
        );
        const [error] = Errors;
        if (error !== undefined) throw new Error(`The bucket keeps ${error.Key}: ${error.Message}`);
      }
    },
  };
}
