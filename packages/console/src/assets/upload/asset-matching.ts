import type { Client } from '@pimento/client';
import { type Asset, listAssets } from '@pimento/contract';

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

const waits = ({ status }: Asset): boolean => status === 'WAITING_FOR_UPLOAD';

/** What a file may be meant for. */
export interface AssetMatch {
  /** The one that it is meant for; undefined where none is, or where several may be and a person has to say. */
  asset: Asset | undefined;
  /** All that its name fits, those that wait for an upload first. */
  candidates: Asset[];
}

/**
 * Chooses among the assets that a file's name fits. The full name as an id that waits wins over all others, then the name without its
 * ending; one that waits somewhere else never loses silently against one that has its file already, nor the other way round.
 */
function chooseAsset(fileName: string, candidates: readonly Asset[]): Asset | undefined {
  if (candidates.length < 2) return candidates[0];
  const byName = candidates.find(({ id }) => id === fileName);
  const byStem = candidates.find(({ id }) => id === stemOf(fileName));
  if (byName && waits(byName)) return byName;
  if (byStem && waits(byStem) && !byName) return byStem;
  const waiting = candidates.filter(waits);
  if (waiting.length === 0) return byName ?? byStem;
  return waiting.length === 1 && !byName && !byStem ? waiting[0] : undefined;
}

async function findExactly(api: Client, fileName: string): Promise<Asset[]> {
  const ids = [...new Set([fileName, stemOf(fileName)])].filter((id) => id !== '');
  return (await api.call(listAssets, { query: { id: ids, unused: false } })).assets;
}

/** Assets whose id, or the last part of it, is the file's name in any letter case, with or without its ending. */
async function findAlike(api: Client, fileName: string): Promise<Asset[]> {
  const stem = stemOf(fileName).toLowerCase();
  if (stem === '') return [];
  const query = { text: stem.slice(0, 255), unused: false, limit: 200 };
  const pages = await Promise.all([
    // by themselves: among very many with such a text in their ids those that wait must not be missed
    api.call(listAssets, { query: { ...query, status: ['WAITING_FOR_UPLOAD' as const] } }),
    api.call(listAssets, { query }),
  ]);
  const names = new Set([fileName.toLowerCase(), stem]);
  return pages
    .flatMap(({ assets }) => assets)
    .filter(({ id }) => {
      const ends = [id, lastPartOf(id)].map((text) => text.toLowerCase());
      return ends.some((text) => names.has(text) || stemOf(text) === stem);
    });
}

/** The assets that a file's name fits, and the one that it is meant for. Only assets that products refer to. */
export async function findAssetForFile(api: Client, fileName: string): Promise<AssetMatch> {
  const found = await Promise.all([findExactly(api, fileName), findAlike(api, fileName)]);
  const all = [...new Map(found.flat().map((asset) => [asset.id, asset])).values()];
  const candidates = [...all.filter(waits), ...all.filter((asset) => !waits(asset))];
  return { asset: chooseAsset(fileName, candidates), candidates };
}
