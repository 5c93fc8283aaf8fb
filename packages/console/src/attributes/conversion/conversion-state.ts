import type { AssetStatus, ConversionProgress } from '@pimento/contract';

/** The count of assets → the state that lists them. */
export const countedStates = [
  ['ready', 'READY'],
  ['failed', 'FAILED'],
  ['retrying', 'WAITING_FOR_DOWNLOAD'],
  ['downloading', 'DOWNLOADING'],
  ['waitingForDownload', 'WAITING_FOR_DOWNLOAD'],
  ['waitingForUpload', 'WAITING_FOR_UPLOAD'],
] as const satisfies [keyof ConversionProgress['assets'], AssetStatus][];

/** True while products are being converted or downloads are pending. Failed downloads that are retried in minutes do not count. */
export function isRunning({ job, assets }: ConversionProgress): boolean {
  return job?.status === 'Converting' || assets.waitingForDownload + assets.downloading > 0;
}

/** The number of files that the values of a converted attribute name. */
export const fileCount = ({ assets }: ConversionProgress): number =>
  countedStates.reduce((sum, [count]) => sum + assets[count], 0);

/**
 * The part of the products that has been converted, 0 to 100.
 * @param productCount products with a value; undefined if it is not known
 */
export function convertedPercent({ job }: ConversionProgress, productCount: number | undefined): number {
  if (job?.status !== 'Converting' || !productCount) return 100;
  return (100 * job.products) / productCount;
}
