import { Text, UnstyledButton } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import classes from '../assets.module.css';
import { assetTitle } from '../record/asset-name.ts';
import { AssetState } from '../record/asset-state.tsx';
import { AssetThumbnail } from '../record/asset-thumbnail.tsx';
import { useLibraryTexts } from './library-texts.ts';

/** The assets of the library as buttons. Clicking one chooses the asset. */
export function LibraryGrid({ assets, onPick }: { assets: readonly Asset[]; onPick: (assetId: string) => void }) {
  const t = useMessages();
  const texts = useLibraryTexts();
  const formats = useFormats();
  if (assets.length === 0) return null;
  return (
    <ul className={classes.gallery} data-small aria-label={texts.list}>
      {assets.map((asset) => (
        <li key={asset.id}>
          <UnstyledButton className={classes.card} w="100%" title={asset.id} onClick={() => onPick(asset.id)}>
            <span className={classes.picture}>
              <AssetThumbnail assetId={asset.id} asset={asset} size="medium" alt="" iconSize={28} />
            </span>
            <span className={classes.caption}>
              <span className={classes.name}>{assetTitle(asset)}</span>
              {/* several assets can have files with the same name */}
              {assetTitle(asset) !== asset.id && (
                <span className={classes.id}>
                  <bdi>{asset.id}</bdi>
                </span>
              )}
              {asset.status === 'READY' ? (
                <Text span size="xs" c="dimmed">
                  {asset.usedBy === 0
                    ? t.assets.notUsed
                    : t.assets.products(asset.usedBy, formats.number(asset.usedBy))}
                </Text>
              ) : (
                <AssetState status={asset.status} size="sm" />
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
