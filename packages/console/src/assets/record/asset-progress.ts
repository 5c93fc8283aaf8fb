import type { Asset } from '@pimento/contract';

/** Returns true while the download of an asset's file is running or queued. */
export const isDownloadPending = ({ status }: Pick<Asset, 'status'>): boolean =>
  status === 'DOWNLOADING' || status === 'WAITING_FOR_DOWNLOAD';

/** Returns true if the server will change an asset soon without a request, because the download or preview is pending. */
export const willChange = (asset: Pick<Asset, 'status' | 'preview'>): boolean =>
  isDownloadPending(asset) || asset.preview === 'due';
