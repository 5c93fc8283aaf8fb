import { type Asset, listAssets } from '@pimento/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { assetReason, previewReason } from './asset-reason.ts';
import { isLongId } from './asset-records.ts';
import { assetPath, assetTitle } from '../list/asset-search.ts';
import { AssetState } from './asset-state.tsx';
import { AssetThumbnail } from './asset-thumbnail.tsx';
import classes from '../assets.module.css';
import { willChange } from '../list/use-assets.ts';

const AssetsContext = createContext<ReadonlyMap<string, Asset> | undefined>(undefined);
const mostAssets = 1000;

/** Everything inside knows the assets that a product refers to, fetched at once. */
export function ProductAssets({ productId, children }: { productId: string; children: ReactNode }) {
  const { api, clientId } = useWork();
  const assets = useQuery({
    queryKey: callKey(clientId, listAssets, 'product', productId),
    queryFn: ({ signal }) => api.call(listAssets, { query: { productId, limit: mostAssets }, signal }),
    refetchInterval: ({ state }) => (state.data?.assets.some(willChange) === true ? 2000 : false),
  });
  const byId = useMemo(() => new Map(assets.data?.assets.map((asset) => [asset.id, asset])), [assets.data]);
  return <AssetsContext value={byId}>{children}</AssetsContext>;
}

/** A value of an asset attribute: its picture, its name, and what is wrong with it. */
export function AssetValue({ value }: { value: string }) {
  const t = useMessages();
  const assets = use(AssetsContext);
  const asset = assets?.get(value);
  // while they are being fetched, and where there is none
  const isKnown = assets !== undefined && !isLongId(value);
  const reason = asset && (assetReason(t, asset) ?? previewReason(t, asset));
  return (
    <div className={classes.value}>
      <span className={classes.valuePicture}>
        <AssetThumbnail assetId={value} asset={asset ?? (isKnown ? null : undefined)} size="small" alt="" />
      </span>
      <div className={classes.valueText}>
        <Anchor component={Link} to={assetPath(value)} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {assetTitle(asset ?? { id: value, name: value })}
        </Anchor>
        {asset && (asset.status !== 'READY' || reason !== undefined) && (
          <Group gap="xs" mt={2}>
            {asset.status !== 'READY' && <AssetState status={asset.status} size="sm" />}
            {reason !== undefined && (
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            )}
          </Group>
        )}
        {asset && assetTitle(asset) !== value && (
          <div className={classes.id} title={value}>
            <bdi>{value}</bdi>
          </div>
        )}
      </div>
    </div>
  );
}
