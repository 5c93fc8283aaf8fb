import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import classes from '../assets.module.css';
import { assetPath, assetTitle } from './asset-name.ts';
import { assetReason, previewReason } from './asset-reason.ts';
import { AssetState } from './asset-state.tsx';
import { AssetThumbnail } from './asset-thumbnail.tsx';
import { useProductAssets } from './product-assets.tsx';
import { isLongId } from './use-asset-record.ts';

/** A value of an asset attribute: thumbnail and name, the state if the asset is not ready, and the reason if something failed. */
export function AssetValue({ value }: { value: string }) {
  const t = useMessages();
  const assets = useProductAssets();
  const asset = assets?.get(value);
  const isLoadedByProduct = assets !== undefined && !isLongId(value);
  const reason = asset && (assetReason(t, asset) ?? previewReason(t, asset));
  return (
    <div className={classes.value}>
      <span className={classes.valuePicture}>
        <AssetThumbnail assetId={value} asset={asset ?? (isLoadedByProduct ? null : undefined)} size="small" alt="" />
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
