import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { StartRefusedError } from '../start-refused.ts';

/** The folder or bucket that an address names; undefined if it names none. */
function placeOf(address: string): { folder: string } | { bucket: URL } | undefined {
  const url = URL.parse(address);
  if (url?.protocol === 'file:' && url.hostname === '') return { folder: fileURLToPath(url) };
  const hasCredentials = url?.username !== '' || url.password !== '';
  return url?.protocol === 's3:' && url.hostname !== '' && !hasCredentials ? { bucket: url } : undefined;
}

export const isStoreAddress = (address: string): boolean => placeOf(address) !== undefined;

/**
 * Opens the store at an address: `file:///folder`, or `s3://bucket/prefix?endpoint=https://…&region=…`. An address holds no credentials:
 * those of a bucket are found as the AWS tools find them.
 * @throws StartRefusedError if it is no such address
 */
export async function openObjectStore(address: string, clock: Clock): Promise<ObjectStore> {
  const place = placeOf(address);
  if (!place) {
    throw new StartRefusedError(
      'PIMENTO_ASSETS_URL must be like file:///folder or s3://bucket/prefix?region=eu-central-1.',
    );
  }
  if ('folder' in place) return createFolderStore({ path: place.folder, clock });
  const { bucket: url } = place;
  // Loaded only if it is used: it is 30 MB of code.
  const { createS3Store } = await import('./s3-store.ts');
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return createS3Store({
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    clock,
  });
}
