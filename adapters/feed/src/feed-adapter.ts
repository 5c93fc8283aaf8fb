import { join } from 'node:path';
import { type Adapter, type Batch, defineAdapter, RetryLaterError } from '@pimento/adapter-kit';
import { type AssetDeps, copyAssets, withAddresses } from './feed-assets.ts';
import type { Configuration } from './configuration.ts';
import { type FeedRecord, isRow } from './feed-record.ts';
import type { FeedOwner } from './store/manifest.ts';
import type { FeedTarget } from './targets/target.ts';
import type { Feeds } from './writing/feeds.ts';
import { folderOf } from './writing/feed-writer.ts';
import { wholeName } from './writing/write-files.ts';

export interface FeedAdapterDeps {
  configuration: Configuration;
  feeds: Feeds;
  target: FeedTarget;
  state: string;
}

/** Creates an adapter that keeps feed files up to date. */
export function createFeedAdapter({ configuration, feeds, target, state }: FeedAdapterDeps): Adapter {
  const add = (submission: Batch['submission'], records: FeedRecord[]) =>
    feeds.add(submission, records).catch((error: unknown) => {
      // A full disk or an unreachable target is temporary. Later events of the client wait until the retry succeeds.
      throw new RetryLaterError('The feed could not be kept or written.', { cause: error });
    });
  const adapter = defineAdapter({
    async authenticate(request) {
      try {
        await target.check();
        const message = placesOf(configuration, request);
        return { isValid: true, ...(message !== '' && { message }) };
      } catch (error) {
        return {
          isValid: false,
          message: `The feed cannot be written: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
    },

    async deliver({ submission, products, assets }, { signal }) {
      const { assets: copied } = configuration;
      const deps: AssetDeps | undefined = copied && {
        assets: copied,
        target,
        folder: join(state, 'downloads'),
        signal,
      };
      const addresses = deps && (await copyAssets(folderOf(submission), assets, deps));
      const records = products.map((product) => {
        const record = recordOf(submission.submissionId, product);
        if (!copied || !addresses || !record.row) return record;
        return { ...record, row: withAddresses(record.row, copied.targets, addresses) };
      });
      await add(submission, records);
    },

    async withdraw({ submission, products }) {
      const { submissionId } = submission;
      await add(
        submission,
        products.map(({ __ID: id }) => ({ id, submissionId })),
      );
    },

    disconnect: (disconnection) => feeds.remove(disconnection),
  });
  return { ...adapter, shape: configuration.shape };
}

/** Returns the URLs of the files of an account, one per line, or '' if the configuration has no address. */
function placesOf({ address, files }: Configuration, owner: FeedOwner): string {
  if (address === undefined) return '';
  const folder = `${address.replace(/\/+$/, '')}/${folderOf(owner)}`;
  const own = files.filter(({ channels }) => channels?.includes(owner.channelId) ?? true);
  return own.map((file) => `${folder}/${wholeName(file)}`).join('\n');
}

/** Returns the data that the feed stores for a delivered product. Without a data standard, this is the product as it was imported. */
function recordOf(submissionId: string, product: { __ID: string }): FeedRecord {
  const members: Readonly<Record<string, unknown>> = { ...product };
  const { category, values } = members;
  const id = product.__ID;
  if (!isRow(values)) return { id, submissionId, ...(isRow(members) && { row: members }) };
  return { id, submissionId, ...(typeof category === 'string' && { category }), row: values };
}
