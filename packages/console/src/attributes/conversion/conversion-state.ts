import type { AssetStatus, ConversionProgress } from '@pimento/contract';

/**
 * Name of each count, with the asset state by which the asset list can be filtered. `retrying` and `waitingForDownload` have the same
 * state.
 */
export const countedStates = [
  ['ready', 'READY'],
  ['failed', 'FAILED'],
  ['retrying', 'WAITING_FOR_DOWNLOAD'],
  ['downloading', 'DOWNLOADING'],
  ['waitingForDownload', 'WAITING_FOR_DOWNLOAD'],
  ['waitingForUpload', 'WAITING_FOR_UPLOAD'],
] as const satisfies [keyof ConversionProgress['assets'], AssetStatus][];

/** Returns true while products are being converted or downloads are pending. Ignores failed downloads that are retried much later. */
export function isRunning({ job, assets }: ConversionProgress): boolean {
  return job?.status === 'Converting' || assets.waitingForDownload + assets.downloading > 0;
}

/** Returns the number of files that the values of a converted attribute refer to. */
export const fileCount = ({ assets }: ConversionProgress): number =>
  countedStates.reduce((sum, [count]) => sum + assets[count], 0);

/**
 * Returns the percentage of products that have been converted. 100 if no conversion is running or if the number of products is unknown.
 * @param productCount number of products with a value, or undefined if it is unknown
 */
export function convertedPercent({ job }: ConversionProgress, productCount: number | undefined): number {
  if (job?.status !== 'Converting' || !productCount) return 100;
  return (100 * job.products) / productCount;
}
