import type { Asset } from '@pimento/contract';

/** The path of an asset's own page. */
export const assetPath = (assetId: string): string => `/assets/${encodeURIComponent(assetId)}`;

/** True if the id of an asset is an address that its file can be downloaded from. */
export const isWebAddress = (assetId: string): boolean => /^https?:\/\//i.test(assetId);

/** The title of an asset: its file name, or the last part of its id or address while it has no file. */
export function assetTitle({ id, name }: Pick<Asset, 'id' | 'name'>): string {
  if (name !== id) return name;
  const { hostname, pathname } = URL.canParse(id) ? new URL(id) : { hostname: id, pathname: id };
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}
