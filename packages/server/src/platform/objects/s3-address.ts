import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { TemporaryRead } from './object-store.ts';
import type { Bucket } from './s3-bucket.ts';

/**
 * Signs an address at which anyone can download one object until it expires. The signature covers the method, the key and the headers of
 * the response, so none of them can be changed. Signing sends no request, unless the credentials have to be fetched.
 */
export function addressOfObject({ client, clock, at }: Bucket, key: string, read: TemporaryRead): Promise<string> {
  const command = new GetObjectCommand({
    ...at(`objects/${key}`),
    ResponseContentType: read.contentType,
    ResponseContentDisposition: read.contentDisposition,
    ResponseCacheControl: 'private, no-store',
  });
  return getSignedUrl(client, command, { expiresIn: read.seconds, signingDate: clock.now() });
}
