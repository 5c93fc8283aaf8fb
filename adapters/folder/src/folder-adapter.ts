import { createHash } from 'node:crypto';
import { access, constants, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Adapter,
  type Batch,
  type BothShapes,
  defineAdapter,
  fetchAsset,
  readStandard,
  replaceFile,
  type Withdrawal,
} from '@pimento/adapter-kit';
import { formatCsv } from './csv-rules.ts';
import { safeName } from './safe-name.ts';

export interface FolderOptions {
  /** File with the data standard of all channels. The default is `standard.json` of this adapter. */
  standardFile?: string | URL | undefined;
  /** True if people open the CSV files in a spreadsheet, see `formatCsv`. */
  spreadsheetSafe?: boolean;
}

/** Creates an adapter that delivers to a folder. */
export function createFolderAdapter(
  root: string,
  { standardFile = new URL('../standard.json', import.meta.url), spreadsheetSafe = false }: FolderOptions = {},
): Adapter<BothShapes> {
  const folderOf = (clientId: string, channelId: string) => join(root, safeName(clientId), safeName(channelId));
  return defineAdapter({
    shape: 'both',
    standard: () => readStandard(standardFile),

    async authenticate() {
      // A folder has no login, so an account is valid if the folder is writable.
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
      const ids = { clientId, channelId, submissionId };
      const products = batch.products.map(({ product }) => product);
      await replaceFile(`${file}.csv`, formatCsv(products, { spreadsheetSafe }));
      const shaped = batch.products.filter(({ values }) => values !== undefined);
      if (shaped.length > 0) {
        const shapes = shaped.map(({ product: _product, ...shape }) => ({ ...ids, product: shape }));
        await replaceFile(`${file}.shape.ndjson`, formatLines(shapes));
      }
      // written last, because programs look for this file first
      await replaceFile(`${file}.ndjson`, formatLines(products.map((product) => ({ ...ids, product }))));
    },

    async withdraw(withdrawal) {
      const { clientId, channelId, submissionId } = withdrawal.submission;
      const file = join(folderOf(clientId, channelId), safeName(submissionId), pageName(withdrawal));
      const lines = withdrawal.products.map((product) => ({ clientId, channelId, submissionId, product }));
      await replaceFile(`${file}.withdrawn.ndjson`, formatLines(lines));
    },

    async disconnect({ clientId, channelId }) {
      await rm(folderOf(clientId, channelId), { recursive: true, force: true });
    },
  });
}

const formatLines = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Names a page after its first product, so that a repeated page replaces its previous file even if it has a different length. */
function pageName({ products }: Pick<Batch<BothShapes> | Withdrawal, 'products'>): string {
  const first = products[0]?.__ID ?? '';
  return createHash('sha256').update(first).digest('hex').slice(0, 16);
}
