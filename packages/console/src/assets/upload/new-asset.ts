import { type Client, ProblemError } from '@pimento/client';
import { type Asset, listAssets } from '@pimento/contract/wire';
import { cleanIdentifier } from '@pimento/contract/text';
import { sendAsset } from './asset-upload.ts';

/** Maximum number of ids that are tried for a file: its name, then the name with a number. */
const maxIds = 50;
/** Maximum total length of the encoded ids in the URL of a request. Common proxies accept 8 kB. */
const maxIdsLength = 4_000;
/** Maximum number of upload attempts. An attempt fails if another user has created an asset with the same id in the meantime. */
const maxTries = 3;
const maxIdLength = 200;

/** Returns possible ids of the asset for a file, the best first: `olives.jpg`, `olives-2.jpg`. */
function newAssetIds(fileName: string): string[] {
  const name = cleanIdentifier(fileName).slice(-maxIdLength) || 'file';
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const ids = [name, ...Array.from({ length: maxIds - 1 }, (_, at) => `${stem}-${at + 2}${ending}`)];
  return ids.slice(0, Math.max(2, Math.floor(maxIdsLength / encodeURIComponent(name).length)));
}

/** Returns the first possible id that no asset has, or an id with the current time if all are taken. */
async function freeId(api: Client, fileName: string): Promise<string> {
  const ids = newAssetIds(fileName);
  const { assets } = await api.call(listAssets, { query: { id: ids, limit: maxIds } });
  const taken = new Set(assets.map(({ id }) => id));
  return ids.find((id) => !taken.has(id)) ?? `${Date.now()}-${ids[0]}`;
}

const isTaken = (error: unknown): boolean => error instanceof ProblemError && error.code === 'already-exists';

/**
 * Uploads a file as a new asset. Its id is the file name, with a number if an asset already has this id. No file is replaced.
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError; Error with one of the messages of `words`
 */
export async function sendNewAsset(
  api: Client,
  upload: Omit<Parameters<typeof sendAsset>[0], 'assetId' | 'create'>,
): Promise<Asset> {
  for (let tries = 1; ; tries++) {
    const assetId = await freeId(api, upload.file.name);
    try {
      return await sendAsset({ ...upload, assetId, create: true });
    } catch (error) {
      if (!isTaken(error) || tries === maxTries) throw error;
    }
  }
}
