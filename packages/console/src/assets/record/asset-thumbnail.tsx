import type { Asset, ThumbnailSize } from '@pimento/contract';
import classes from '../assets.module.css';
import { iconOf } from './asset-icon.ts';
import { isLongId, useAssetRecord } from './use-asset-record.ts';
import { useThumbnail } from './use-thumbnail.ts';

/**
 * The thumbnail of an asset, or an icon. A thumbnail is requested only if `hasThumbnail` is true in the asset's record, or if this
 * component cannot load the record because the id is too long.
 * @param props.asset the asset's record, or null while the caller is loading the record, or undefined if this component must load the
 * record
 */
export function AssetThumbnail(props: {
  assetId: string;
  asset?: Asset | null | undefined;
  size: ThumbnailSize;
  /** The alternative text, or '' if the name is shown next to the thumbnail. */
  alt: string;
  iconSize?: number;
}) {
  const { assetId, size, alt, iconSize = 22 } = props;
  const isLoadedHere = props.asset === undefined;
  const record = useAssetRecord(assetId, isLoadedHere);
  const asset = isLoadedHere ? record : props.asset;
  const address = useThumbnail({
    assetId,
    size,
    version: asset?.sha256 ?? '',
    enabled: (isLoadedHere && isLongId(assetId)) || asset?.hasThumbnail === true,
  });
  const Icon = iconOf(asset);
  return (
    <span className={classes.thumbnail} data-status={asset?.status}>
      {address === undefined ? (
        <Icon size={iconSize} stroke={1.4} aria-hidden />
      ) : (
        <img src={address} alt={alt} draggable={false} />
      )}
    </span>
  );
}
