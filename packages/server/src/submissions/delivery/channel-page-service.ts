import { type Database, openSnapshot } from '../../platform/core.ts';
import type { Ruleset, RulesetCache } from '../../readiness/core.ts';
import { listPinnedAssets } from '../snapshot/asset-pin-views.ts';
import type { SnapshotViews } from '../snapshot/snapshot-view-cache.ts';
import type { SubmissionRow } from '../submission-types.ts';
import type { DeliveredPage, PageRange } from './delivered-page-types.ts';
import { printShapes } from './shape-page-rules.ts';
import { listSubmittedRows } from './submitted-product-views.ts';

/** The key of a page. The data of the page is fixed when the products are submitted, so pages with the same key have the same products. */
export interface ChannelPageKey extends Pick<SubmissionRow, 'clientId' | 'submissionId' | 'channelId'>, PageRange {
  rulesetNo: number;
  /** Hash of the definitions in hexadecimal digits. Undefined if the page has no products in the shape of the import. */
  snapshotHash: string | undefined;
}

interface PageDeps {
  database: Database;
  rulesets: RulesetCache;
  views: SnapshotViews;
}

/** Computes a page in the channel shape from the data that was fixed when the products were submitted. */
export async function computeChannelPage(
  { database, rulesets, views }: PageDeps,
  { snapshotHash, rulesetNo, ...key }: ChannelPageKey,
): Promise<DeliveredPage> {
  const ruleset = rulesets.find(key, rulesetNo) ?? (await loadRuleset({ database, rulesets }, key, rulesetNo));
  const view =
    snapshotHash === undefined ? undefined : await views.view(database, key.clientId, Buffer.from(snapshotHash, 'hex'));
  // Rows and files of a submission never change, so no transaction is needed.
  const { rows, hasMore } = await listSubmittedRows(database, key, key);
  const withFiles = rows.filter(({ assetIds }) => assetIds.length > 0).map(({ productId }) => productId);
  const pinned = withFiles.length === 0 ? [] : await listPinnedAssets(database, key, withFiles);
  const texts = printShapes({ ruleset, view }, rows, pinned);
  const printed = rows.slice(0, texts.length);
  const used = new Set(printed.flatMap(({ assetIds }) => assetIds));
  return {
    products: texts.join(','),
    assets: pinned.filter(({ assetId }) => used.has(assetId)),
    last: printed.at(-1)?.productId,
    hasMore: hasMore || printed.length < rows.length,
  };
}

async function loadRuleset(
  { database, rulesets }: Pick<PageDeps, 'database' | 'rulesets'>,
  key: Pick<ChannelPageKey, 'clientId' | 'channelId'>,
  rulesetNo: number,
): Promise<Ruleset> {
  await using snapshot = await openSnapshot(database);
  // awaited here, because the transaction ends with this function
  return await rulesets.get(snapshot.transaction, key, rulesetNo);
}
