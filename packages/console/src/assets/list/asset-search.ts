import { type Asset, type AssetStatus, assetStatuses } from '@pimento/contract';

/** What the address of the list says. */
export interface AssetSearch {
  text?: string;
  status?: AssetStatus;
  unused?: boolean;
  view?: 'list';
}

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

/** The part that narrows the list. */
export const assetFilterOf = ({ text, status, unused }: AssetSearch) => ({
  ...(text === undefined ? {} : { text: text.slice(0, 255) }),
  ...(status === undefined ? {} : { status: [status] }),
  ...(unused === undefined ? {} : { unused }),
});

/** Where an asset's own screen is. */
export const assetPath = (assetId: string): string => `/assets/${encodeURIComponent(assetId)}`;

/** What a person calls an asset: the name of its file; of what has no file yet, the last part of its id or address. */
export function assetTitle({ id, name }: Pick<Asset, 'id' | 'name'>): string {
  if (name !== id) return name;
  const { hostname, pathname } = URL.canParse(id) ? new URL(id) : { hostname: id, pathname: id };
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}
