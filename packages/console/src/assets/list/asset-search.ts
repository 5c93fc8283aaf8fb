import { type AssetStatus, assetStatuses } from '@pimento/contract/wire';

/** The search parameters of the asset list. */
export interface AssetSearch {
  text?: string;
  status?: AssetStatus;
  unused?: boolean;
  view?: 'list';
}

/** Reads the search parameters of a URL; ignores unknown values. */
export function readAssetSearch(search: Record<string, unknown>): AssetSearch {
  const { text } = search;
  const status = assetStatuses.find((one) => one === search['status']);
  return {
    ...(typeof text === 'number' || (typeof text === 'string' && text !== '') ? { text: String(text) } : {}),
    ...(status === undefined ? {} : { status }),
    ...(search['unused'] === true ? { unused: true } : {}),
    ...(search['view'] === 'list' ? { view: 'list' as const } : {}),
  };
}

/** Returns the query of `listAssets` for a search. The query leaves out the view because the view does not filter. */
export const assetFilterOf = ({ text, status, unused }: AssetSearch) => ({
  ...(text === undefined ? {} : { text: text.slice(0, 255) }),
  ...(status === undefined ? {} : { status: [status] }),
  ...(unused === undefined ? {} : { unused }),
});
