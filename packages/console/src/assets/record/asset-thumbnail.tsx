import { ProblemError } from '@pimento/client';
import { type Asset, getAssetThumbnail, type ThumbnailSize } from '@pimento/contract';
import { IconCloudDownload, IconPhoto, IconPhotoX, IconUpload, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { iconOfType } from './asset-icon.ts';
import { isLongId, useAssetRecord } from './asset-records.ts';
import classes from '../assets.module.css';

/** An address of bytes that this page holds, for as long as it is shown. */
function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [blob]);
  return address;
}

function iconOf(asset: Asset | null | undefined): TablerIcon {
  if (!asset) return IconPhoto;
  if (asset.status === 'FAILED') return IconPhotoX;
  if (asset.status === 'WAITING_FOR_UPLOAD') return IconUpload;
  if (asset.status === 'READY') return iconOfType(asset.contentType);
  return IconCloudDownload;
}

/**
 * A small picture of an asset, or a sign of what it is. Fetched rather than linked, because a picture's request cannot name the client.
 * Nothing is asked for that the asset's record does not say is there.
 * @param asset its record, where that is known; null while somebody else is fetching it
 */
export function AssetThumbnail(props: {
  assetId: string;
  asset?: Asset | null | undefined;
  size: ThumbnailSize;
  /** '' where the name stands beside it. */
  alt: string;
  iconSize?: number;
}) {
  const { assetId, size, alt, iconSize = 22 } = props;
  const record = useAssetRecord(assetId, props.asset === undefined);
  const asset = props.asset === undefined ? record : props.asset;
  const isBlind = props.asset === undefined && isLongId(assetId);
  const { api, clientId } = useWork();
  const picture = useQuery({
    queryKey: callKey(clientId, getAssetThumbnail, assetId, size, asset?.sha256 ?? ''),
    queryFn: async ({ signal }) => {
      try {
        const answer = await api.open(getAssetThumbnail, { params: { assetId }, query: { size }, signal });
        return await answer.blob();
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
    enabled: isBlind || asset?.hasThumbnail === true,
    staleTime: 300_000,
  });
  const address = useObjectUrl(picture.data);
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
