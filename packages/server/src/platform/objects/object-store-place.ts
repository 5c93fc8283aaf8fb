import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { StartRefused } from '../start-refused.ts';

/**
 * Opens the store that a setting names: `file:///folder`, or `s3://bucket/prefix?endpoint=https://…&region=…`. Credentials of a bucket are
 * found as the AWS tools find them, so that they stand in no address.
 * @throws StartRefused where it names nothing of the kind
 */
export async function openObjectStore(address: string, clock: Clock): Promise<ObjectStore> {
  const url = URL.parse(address);
  if (url?.protocol === 'file:') return createFolderStore({ path: fileURLToPath(url), clock });
  if (url?.protocol !== 's3:' || url.hostname === '' || url.username !== '' || url.password !== '') {
    throw new StartRefused('PIMENTO_ASSETS_URL must be like file:///folder or s3://bucket/prefix?region=eu-central-1.');
  }
  // Loaded by those who use it alone: it is 30 MB of code.
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
