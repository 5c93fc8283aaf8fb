import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { StartRefusedError } from '../start-refused.ts';

/** Parses the folder or bucket from a store URL. @returns undefined if the URL is invalid */
export function placeOf(address: string): { folder: string } | { bucket: URL } | undefined {
  const url = URL.parse(address);
  if (url?.protocol === 'file:' && url.hostname === '') return { folder: fileURLToPath(url) };
  const hasCredentials = url?.username !== '' || url.password !== '';
  return url?.protocol === 's3:' && url.hostname !== '' && !hasCredentials ? { bucket: url } : undefined;
}

/** Reads bucket, prefix, region and endpoint of an `s3:` URL. The default region is us-east-1. */
export function s3PlaceOf(url: URL): { bucket: string; prefix: string; region: string; endpoint: string | undefined } {
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.searchParams.get('endpoint') ?? undefined,
  };
}

export const isStoreAddress = (address: string): boolean => placeOf(address) !== undefined;

/**
 * Opens the object store at a URL, which is `file:///folder` or `s3://bucket/prefix?endpoint=https://…&region=…`. The URL contains no
 * credentials. The credentials of a bucket are looked up where the AWS tools look for them.
 * @throws StartRefusedError if the URL is invalid
 */
export async function openObjectStore(address: string, clock: Clock): Promise<ObjectStore> {
  const place = placeOf(address);
  if (!place) {
    throw new StartRefusedError(
      'PIMENTO_ASSETS_URL must be like file:///folder or s3://bucket/prefix?region=eu-central-1.',
    );
  }
  if ('folder' in place) return createFolderStore({ path: place.folder, clock });
  // Loaded on demand, because the module is 30 MB of code.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store({ ...s3PlaceOf(place.bucket), clock });
}
