import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

interface S3Object {
  Bucket: string;
  Key: string;
}

/** Maximum number of bytes that one request copies, and the size of each part of a larger object. */
export interface CopyLimits {
  wholeBytes: number;
  partBytes: number;
}

/** The limits of S3 are 5 GiB per copy request and 10,000 parts per object. */
export const s3CopyLimits: CopyLimits = { wholeBytes: 5 * 1024 ** 3, partBytes: 1024 ** 3 };
const partsAtOnce = 4;

/** Returns the byte ranges of an object in the format of a copy request, such as `bytes=0-99`. */
function rangesOf(size: number, partBytes: number): string[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, place) => {
    const start = place * partBytes;
    return `bytes=${start}-${Math.min(start + partBytes, size) - 1}`;
  });
}

async function copyParts(
  client: S3Client,
  source: string,
  to: S3Object,
  ranges: readonly string[],
  UploadId: string | undefined,
): Promise<void> {
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  let next = 0;
  async function copyNext(): Promise<void> {
    for (let place = next++; place < ranges.length; place = next++) {
      const PartNumber = place + 1;
      const part = { ...to, UploadId, PartNumber, CopySource: source, CopySourceRange: ranges[place] };
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand(part));
      Parts[place] = { PartNumber, ETag: CopyPartResult?.ETag };
    }
  }
  async function copyUntilFailure(): Promise<void> {
    try {
      await copyNext();
    } catch (error) {
      next = ranges.length;
      throw error;
    }
  }
  // Waits for all requests also after a failure, because a part that is stored after the upload was aborted is never deleted.
  const copied = await Promise.allSettled(Array.from({ length: partsAtOnce }, copyUntilFailure));
  for (const one of copied) if (one.status === 'rejected') throw one.reason;
  await client.send(new CompleteMultipartUploadCommand({ ...to, UploadId, MultipartUpload: { Parts } }));
}

/** Copies an object of a known size within the object store, without downloading its bytes. */
export async function copyObject(
  client: S3Client,
  from: S3Object,
  to: S3Object,
  size: number,
  { wholeBytes, partBytes }: CopyLimits = s3CopyLimits,
): Promise<void> {
  // `encodeURI` would leave `+`, `?` and `#` unescaped
  const source = `${from.Bucket}/${from.Key}`.split('/').map(encodeURIComponent).join('/');
  if (size <= wholeBytes) {
    await client.send(new CopyObjectCommand({ ...to, CopySource: source }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(to));
  try {
    await copyParts(client, source, to, rangesOf(size, partBytes), UploadId);
  } catch (error) {
    // Deletes the parts of an unfinished upload, because stored parts cost money. If this fails, only a lifecycle rule of the bucket
    // deletes them.
    await client.send(new AbortMultipartUploadCommand({ ...to, UploadId })).catch(() => undefined);
    throw error;
  }
}
