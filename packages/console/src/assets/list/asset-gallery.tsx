import { Group, Text } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { assetPath, assetTitle } from '../record/asset-name.ts';
import { AssetState } from '../record/asset-state.tsx';
import { AssetThumbnail } from '../record/asset-thumbnail.tsx';
import { assetReason, previewReason } from '../record/asset-reason.ts';
import classes from '../assets.module.css';

export function AssetGallery({ assets }: { assets: Asset[] }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <ul className={classes.gallery} aria-label={t.assets.title}>
      {assets.map((asset) => (
        <li key={asset.id}>
          <Link to={assetPath(asset.id)} className={classes.card}>
            <div className={classes.picture}>
              <AssetThumbnail assetId={asset.id} asset={asset} size="medium" alt="" iconSize={34} />
            </div>
            <div className={classes.caption}>
              <div className={classes.name} title={asset.id}>
                {assetTitle(asset)}
              </div>
              <Group justify="space-between" gap={4} mt={6} wrap="nowrap">
                {asset.status === 'READY' ? (
                  <Text size="xs" c="dimmed" className="number">
                    {asset.size === null ? '' : formats.bytes(asset.size)}
                  </Text>
                ) : (
                  <AssetState status={asset.status} size="sm" />
                )}
                {asset.status === 'READY' && (
                  <Text size="xs" c="dimmed" className="number">
                    {asset.usedBy === 0
                      ? t.assets.notUsed
                      : t.assets.products(asset.usedBy, formats.number(asset.usedBy))}
                  </Text>
                )}
              </Group>
              {assetReason(t, asset) !== undefined && <div className={classes.reason}>{assetReason(t, asset)}</div>}
              {previewReason(t, asset) !== undefined && <div className={classes.note}>{previewReason(t, asset)}</div>}
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}
