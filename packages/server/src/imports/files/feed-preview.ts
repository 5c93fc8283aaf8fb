import type { FilePreview } from '@pimento/contract';
import { describeFeed, type FeedDescription, type FeedFormat } from '@pimento/files';
import { PimentoError } from '../../platform/core.ts';
import type { PlanDeps } from './file-plan.ts';
import { feedSample, maxProblems } from './preview-rules.ts';

/** Maximum number of products that a preview reads. */
const sampleProducts = 1_000;

const nothing: FeedDescription = {
  products: 0,
  rejected: 0,
  isWhole: false,
  problems: [],
  attributes: [],
  composites: [],
};

const isTooSlow = (error: unknown): boolean =>
  error instanceof PimentoError && error.code === 'invalid-file' && error.params?.['fault'] === 'too-slow';

/**
 * Describes the first products of a feed. A catalogue that lists its groups after its products is first read to its end. If reading exceeds
 * the time limit, the preview describes no products. The import itself has no time limit.
 * @throws FileError if the file cannot be read
 */
export async function previewFeed(
  { attributes, bytes, spool }: PlanDeps,
  format: FeedFormat,
): Promise<Pick<FilePreview, 'feed' | 'newAttributes' | 'sample' | 'problems'>> {
  try {
    const limits = { spool, maxProducts: sampleProducts, maxProblems };
    return feedSample(await describeFeed(bytes, format, attributes, limits), format);
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    const { feed, ...rest } = feedSample(nothing, format);
    return { ...rest, feed: feed && { ...feed, isTooSlow: true } };
  }
}
