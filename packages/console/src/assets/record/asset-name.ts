import type { Asset } from '@pimento/contract';

/** Returns the path of an asset's own page. */
export const assetPath = (assetId: string): string => `/assets/${encodeURIComponent(assetId)}`;

/** Returns true if the id of an asset is a URL for downloading its file. */
export const isWebAddress = (assetId: string): boolean => /^https?:\/\//i.test(assetId);

/** Returns the title of an asset, which is its file name or, if the file is missing, the last path segment of its id. */
export function assetTitle({ id, name }: Pick<Asset, 'id' | 'name'>): string {
  if (name !== id) return name;
  const { hostname, pathname } = URL.canParse(id) ? new URL(id) : { hostname: id, pathname: id };
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}
