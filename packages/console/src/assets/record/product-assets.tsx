import { type Asset, listAssets } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { willChange } from './asset-progress.ts';

const AssetsContext = createContext<ReadonlyMap<string, Asset> | undefined>(undefined);
const maxAssets = 1000;

/** Loads the records of a product's assets (at most 1000) in one request and provides them to all children. */
export function ProductAssets({ productId, children }: { productId: string; children: ReactNode }) {
  const { api, clientId } = useWork();
  const assets = useQuery({
    queryKey: callKey(clientId, listAssets, 'product', productId),
    queryFn: ({ signal }) => api.call(listAssets, { query: { productId, limit: maxAssets }, signal }),
    refetchInterval: ({ state }) => (state.data?.assets.some(willChange) === true ? 2000 : false),
  });
  const byId = useMemo(() => new Map(assets.data?.assets.map((asset) => [asset.id, asset])), [assets.data]);
  return <AssetsContext value={byId}>{children}</AssetsContext>;
}

/**
 * Returns the assets of the enclosing product, by id. The map is empty while they are being loaded. Returns undefined outside a product.
 */
export const useProductAssets = (): ReadonlyMap<string, Asset> | undefined => use(AssetsContext);
