import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@pimento/client';
import { type ConversionProgress, getConversionProgress, type SplitJob } from '@pimento/contract/wire';
import type { StepProgress } from './step-progress.ts';

const minWaitMs = 100;
const maxWaitMs = 1_000;

/**
 * Shows the progress of a conversion, then the progress of its downloads, until every download has been attempted once. Does not wait for
 * retries.
 * @param products number of products that have a value for the attribute
 */
export async function watchConversion(
  service: Client,
  params: { clientId: string; attributeId: string },
  products: number,
  shown: StepProgress,
): Promise<ConversionProgress> {
  for (let wait = minWaitMs; ; wait = Math.min(maxWaitMs, wait * 2)) {
    const progress = await service.call(getConversionProgress, { params });
    const { job, assets } = progress;
    const isConverting = job?.status === 'Converting';
    if (isConverting) shown.show('products', job.products, products);
    else {
      const { ready, failed, retrying } = assets;
      const waiting = assets.waitingForDownload + assets.downloading;
      const tried = ready + failed + retrying;
      if (tried + waiting > 0 && job?.type !== 'string') {
        shown.show('files', tried, tried + waiting);
      }
      if (waiting === 0 || job?.type === 'string') return progress;
    }
    await sleep(wait);
  }
}

/** Shows the progress of a split until it has ended. Returns the ended split, or null if the attribute has never been split. */
export async function watchSplit(
  service: Client,
  params: { clientId: string; attributeId: string },
  products: number,
  shown: StepProgress,
): Promise<SplitJob | null> {
  for (let wait = minWaitMs; ; wait = Math.min(maxWaitMs, wait * 2)) {
    const { split } = await service.call(getConversionProgress, { params });
    if (split?.status !== 'Splitting') return split;
    shown.show('products', split.products, products);
    await sleep(wait);
  }
}
