import { productText } from '../../catalog/core.ts';
import type { Database } from '../../platform/core.ts';
import { listPinnedAssets } from '../snapshot/asset-pin-views.ts';
import type { SnapshotViews } from '../snapshot/snapshot-view-cache.ts';
import type { SubmissionRow } from '../submission-types.ts';
import type { DeliveredPage, PageRange } from './delivered-page-types.ts';
import { stateOf } from './shape-facts-rules.ts';
import { listSubmittedRows, type SubmittedRow } from './submitted-product-views.ts';

interface PageDeps {
  database: Database;
  views: SnapshotViews;
}

/**
 * Reads a page in the shape of the import. The products of a withdrawal have only their ids.
 * @param isNested true if each product is the member `product` of an object, as in pages that have both shapes
 */
export async function readImportPage(
  { database, views }: PageDeps,
  submission: SubmissionRow,
  range: PageRange,
  isNested: boolean,
): Promise<DeliveredPage> {
  const { rows, hasMore } = await listSubmittedRows(database, submission, range);
  const productIds = rows.map(({ productId }) => productId);
  const assets = await listPinnedAssets(database, submission, productIds);
  const texts = await productTexts({ database, views }, submission, rows);
  const nested = (text: string, index: number) => `{"__ID":${JSON.stringify(productIds[index])},"product":${text}}`;
  return {
    products: (isNested ? texts.map(nested) : texts).join(','),
    assets,
    last: productIds.at(-1),
    hasMore,
  };
}

async function productTexts(
  { database, views }: PageDeps,
  submission: SubmissionRow,
  rows: readonly SubmittedRow[],
): Promise<string[]> {
  if (submission.operation === 'withdraw')
    return rows.map(({ productId, externalId }) => JSON.stringify({ __ID: productId, externalId }));
  const view = await views.view(database, submission.clientId, submission.snapshotHash);
  return rows.map((row) => productText(view, row.productId, stateOf(row)));
}
