import { createHash } from 'node:crypto';
import { access, constants, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Adapter, type Batch, defineAdapter, fetchAsset, type Withdrawal } from '@pimento/adapter-kit';
import { formatCsv } from './csv-rules.ts';
import { safeName } from './safe-name.ts';
import { writeAtomically } from './atomic-file.ts';

/** Creates an adapter that delivers to a folder. */
export function createFolderAdapter(root: string): Adapter {
  const folderOf = (clientId: string, channelId: string) => join(root, safeName(clientId), safeName(channelId));
  return defineAdapter({
    async authenticate() {
      // a folder has no login: an account is valid if the folder is writable
      const canWrite = await mkdir(root, { recursive: true })
        .then(() => access(root, constants.W_OK))
        .then(() => true)
        .catch(() => false);
      return canWrite ? { isValid: true } : { isValid: false, message: 'The folder is not writable.' };
    },

    async deliver(batch, { signal }) {
      const { clientId, channelId, submissionId } = batch.submission;
      const folder = folderOf(clientId, channelId);
      for (const [assetId, link] of Object.entries(batch.assets)) {
        await fetchAsset(join(folder, 'assets', `${safeName(assetId)}-${safeName(link.name)}`), link, signal);
      }
      const file = join(folder, safeName(submissionId), pageName(batch));
      await writeAtomically(`${file}.csv`, formatCsv(batch.products));
      const lines = batch.products.map((product) => JSON.stringify({ clientId, channelId, submissionId, product }));
      await writeAtomically(`${file}.ndjson`, `${lines.join('\n')}\n`);
    },

    async withdraw(withdrawal) {
      const { clientId, channelId, submissionId } = withdrawal.submission;
      const file = join(folderOf(clientId, channelId), safeName(submissionId), pageName(withdrawal));
      const lines = withdrawal.products.map((product) =>
        JSON.stringify({ clientId, channelId, submissionId, product }),
      );
      await writeAtomically(`${file}.withdrawn.ndjson`, `${lines.join('\n')}\n`);
    },

    async disconnect({ clientId, channelId }) {
      await rm(folderOf(clientId, channelId), { recursive: true, force: true });
    },
  });
}

/** Names a page after its first product, so that a repeated page replaces its previous file even if it has a different length. */
function pageName({ products }: Pick<Batch | Withdrawal, 'products'>): string {
  const first = products[0]?.__ID ?? '';
  return createHash('sha256').update(first).digest('hex').slice(0, 16);
}
