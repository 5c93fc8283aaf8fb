import type { Asset } from '@pimento/contract';

/** Returns true while the download of an asset's file is running or queued. */
export const isDownloadPending = ({ status }: Pick<Asset, 'status'>): boolean =>
  status === 'DOWNLOADING' || status === 'WAITING_FOR_DOWNLOAD';

/** Returns true if an asset will soon change without a user action, because its download or preview is pending. */
export const willChange = (asset: Pick<Asset, 'status' | 'preview'>): boolean =>
  isDownloadPending(asset) || asset.preview === 'due';
