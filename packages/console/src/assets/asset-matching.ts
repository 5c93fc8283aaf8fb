import { AddressError, type Client, ProblemError } from '@pimento/client';
import { type Asset, getAsset, listAssets } from '@pimento/contract';

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');
const lastPartOf = (id: string): string => {
  const path = id.split(/[?#]/, 1)[0] ?? id;
  const part = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

async function findExactly(api: Client, assetId: string): Promise<Asset | undefined> {
  try {
    return await api.call(getAsset, { params: { assetId } });
  } catch (error) {
    if (error instanceof AddressError || (error instanceof ProblemError && error.status === 404)) return undefined;
    throw error;
  }
}

/**
 * The asset that a file is meant for: its id is the file's name, or the name without its ending; else, in any letter case, or as the
 * last part of an address; those that wait for an upload first. Only assets that products refer to.
 */
export async function findAssetForFile(api: Client, fileName: string): Promise<Asset | undefined> {
  for (const wanted of new Set([fileName, stemOf(fileName)])) {
    const asset = wanted === '' ? undefined : await findExactly(api, wanted);
    if (asset && asset.usedBy > 0) return asset;
  }
  const stem = stemOf(fileName).toLowerCase();
  if (stem === '') return undefined;
  const names = new Set([fileName.toLowerCase(), stem]);
  const { assets } = await api.call(listAssets, { query: { text: stem.slice(0, 255), unused: false, limit: 200 } });
  const alike = assets.filter(({ id }) => {
    const ends = [id, lastPartOf(id)].map((text) => text.toLowerCase());
    return ends.some((text) => names.has(text) || stemOf(text) === stem);
  });
  const waiting = alike.filter(({ status }) => status === 'WAITING_FOR_UPLOAD');
  // two that are alike: a person has to say which one is meant
  if (waiting.length > 0) return waiting.length === 1 ? waiting[0] : undefined;
  return alike.length === 1 ? alike[0] : undefined;
}
