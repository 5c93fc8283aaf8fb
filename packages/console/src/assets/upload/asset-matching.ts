import type { Client } from '@pimento/client';
import { type Asset, listAssets } from '@pimento/contract/wire';
import { chooseAsset, fitsFile, sortCandidates, stemOf } from './asset-choice.ts';

export interface AssetMatch {
  /** The asset for the file, or undefined if no asset matches, or if several match and the user must decide. */
  asset: Asset | undefined;
  /** All assets that match the file name, starting with assets that wait for an upload. */
  candidates: Asset[];
}

async function findByExactId(api: Client, fileName: string): Promise<Asset[]> {
  const ids = [...new Set([fileName, stemOf(fileName)])].filter((id) => id !== '');
  return (await api.call(listAssets, { query: { id: ids, unused: false } })).assets;
}

async function findBySimilarId(api: Client, fileName: string): Promise<Asset[]> {
  const stem = stemOf(fileName);
  if (stem === '') return [];
  const query = { text: stem.slice(0, 255), unused: false, limit: 200 };
  const pages = await Promise.all([
    // The waiting assets need a separate request, because they must be found even if more than 200 other assets contain the text.
    api.call(listAssets, { query: { ...query, status: ['WAITING_FOR_UPLOAD' as const] } }),
    api.call(listAssets, { query }),
  ]);
  return pages.flatMap(({ assets }) => assets).filter(({ id }) => fitsFile(id, fileName));
}

/**
 * Finds the assets that match a file name, among all assets that products refer to.
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function findAssetForFile(api: Client, fileName: string): Promise<AssetMatch> {
  const found = await Promise.all([findByExactId(api, fileName), findBySimilarId(api, fileName)]);
  const candidates = sortCandidates(found.flat());
  return { asset: chooseAsset(fileName, candidates), candidates };
}
