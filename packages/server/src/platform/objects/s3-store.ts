import type { Clock } from '../clock.ts';
import type { ObjectStore } from './object-store.ts';
import {
  headObject,
  listFolders,
  listObjects,
  openBucket,
  readObject,
  removeObject,
  type S3Place,
} from './s3-bucket.ts';
import { addressOfObject } from './s3-address.ts';
import { uploadBytes, uploadStream, uploadWhole } from './s3-upload.ts';

/**
 * Creates a store in an S3-compatible bucket. The key of an object depends on its hash, which is known only after all bytes have arrived. A
 * body that fits into one part is therefore sent once it is complete. A larger body is uploaded to `incoming/`, and the object store then
 * copies it to its key.
 */
export function createS3Store(options: S3Place & { clock: Clock }): ObjectStore {
  const bucket = openBucket(options);
  return {
    head: (key) => headObject(bucket, key),
    get: (key, range) => readObject(bucket, key, range),
    addressOf: (key, read) => addressOfObject(bucket, key, read),
    delete: (key) => removeObject(bucket, `objects/${key}`),
    list: (keyPrefix) => listObjects(bucket, 'objects', keyPrefix),
    folders: () => listFolders(bucket, 'objects'),
    putBytes: (bytes, keyOf) => uploadBytes(bucket, bytes, keyOf),
    putWhole: (key, bytes) => uploadWhole(bucket, key, bytes),
    put: (body, keyOf) => uploadStream(bucket, body, keyOf),
    async sweep(before) {
      let swept = 0;
      for await (const { key, modifiedAt } of listObjects(bucket, 'incoming', '')) {
        if (modifiedAt >= before) continue;
        await removeObject(bucket, `incoming/${key}`);
        swept++;
      }
      return swept;
    },
    [Symbol.asyncDispose]() {
      bucket.client.destroy();
      return Promise.resolve();
    },
  };
}
