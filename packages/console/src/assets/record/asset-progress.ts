import type { Asset } from '@pimento/contract';

/** True while the file of an asset is being downloaded or waits for its download. */
export const isDownloadPending = ({ status }: Pick<Asset, 'status'>): boolean =>
  status === 'DOWNLOADING' || status === 'WAITING_FOR_DOWNLOAD';

/** True while the server will change an asset without a request: its download or its preview is pending. */
export const willChange = (asset: Pick<Asset, 'status' | 'preview'>): boolean =>
  isDownloadPending(asset) || asset.preview === 'due';
