import { createHash } from 'node:crypto';
import { access, constants, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Adapter, type Batch, defineAdapter, fetchAsset } from '@pimento/adapter-kit';
import { formatCsv } from './csv-rules.ts';
import { safeName } from './safe-name.ts';
import { writeWhole } from './whole-file.ts';

/** An adapter that delivers below a folder. */
export function createFolderAdapter(root: string): Adapter {
  const placeOf = (clientId: string, channelId: string) => join(root, safeName(clientId), safeName(channelId));
  return defineAdapter({
    async authenticate() {
      // a folder knows no logins: an account is good when the folder can be written
      const canWrite = await mkdir(root, { recursive: true })
        .then(() => access(root, constants.W_OK))
        .then(() => true)
        .catch(() => false);
      return canWrite ? { isValid: true } : { isValid: false, message: 'The folder cannot be written.' };
    },

    async deliver(batch, { signal }) {
      const { clientId, channelId, submissionId } = batch.submission;
      const place = placeOf(clientId, channelId);
      for (const [assetId, link] of Object.entries(batch.assets)) {
        await fetchAsset(join(place, 'assets', `${safeName(assetId)}-${safeName(link.name)}`), link, signal);
      }
      const file = join(place, safeName(submissionId), pageName(batch));
      await writeWhole(`${file}.csv`, formatCsv(batch.products));
      const lines = batch.products.map((product) => JSON.stringify({ clientId, channelId, submissionId, product }));
      await writeWhole(`${file}.ndjson`, `${lines.join('\n')}\n`);
    },

    async disconnect({ clientId, channelId }) {
      await rm(placeOf(clientId, channelId), { recursive: true, force: true });
    },
  });
}

/** By the first product: a page that comes again, even longer or shorter than before, takes the place of its former self. */
function pageName({ products }: Batch): string {
  const first = products[0]?.__ID ?? '';
  return createHash('sha256').update(first).digest('hex').slice(0, 16);
}
