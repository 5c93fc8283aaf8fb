import type { Database } from '../../platform/core.ts';
import { PimentoError } from '../../platform/core.ts';
import type { SnapshotViews } from '../snapshot/snapshot-view-cache.ts';
import type { SubmissionRow } from '../submission-types.ts';
import type { ChannelPageKey } from './channel-page-service.ts';
import type { DeliveredPage, DeliveredShape, PageRange } from './delivered-page-types.ts';
import { findDeliveredStandard } from './delivered-standard-views.ts';
import { readImportPage } from './import-page-service.ts';
import { chooseShape } from './shape-choice-rules.ts';

export interface DeliveryPageDeps {
  database: Database;
  views: SnapshotViews;
  readChannelPage: (key: ChannelPageKey) => Promise<DeliveredPage>;
}

/**
 * Reads a page of a submission. `isShaped` is true unless the page has the plain shape of the import.
 * @throws PimentoError not-possible-now if the channel shape was requested but does not exist
 */
export async function readPage(
  { database, views, readChannelPage }: DeliveryPageDeps,
  submission: SubmissionRow,
  range: PageRange,
  requested: DeliveredShape | undefined,
): Promise<DeliveredPage & { isShaped: boolean }> {
  const choice = chooseShape(submission, await findDeliveredStandard(database, submission), requested);
  if ('code' in choice) throw new PimentoError(choice);
  if (choice.kind === 'import') {
    const page = await readImportPage({ database, views }, submission, range, choice.isNested);
    return { ...page, isShaped: choice.isNested };
  }
  const { clientId, submissionId, channelId, snapshotHash } = submission;
  const page = await readChannelPage({
    clientId,
    submissionId,
    channelId,
    ...range,
    rulesetNo: choice.rulesetNo,
    snapshotHash: choice.hasProducts ? snapshotHash.toString('hex') : undefined,
  });
  return { ...page, isShaped: true };
}
