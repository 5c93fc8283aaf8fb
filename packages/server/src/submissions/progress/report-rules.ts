import { productIdOf } from '../../platform/core.ts';
import type { ReportedItem } from '@pimento/contract';
import type {
  Counts,
  ItemStatus,
  ItemWrite,
  ProductResultName,
  ReportStatus,
  StoredItem,
  SubmissionProgress,
  SubmissionStatus,
} from '../submission-types.ts';

/** The statuses from the lowest to the highest rank. */
const ranks: readonly ReportStatus[] = ['Success', 'Sent', 'Pending', 'Error'];

function highest(statuses: readonly ReportStatus[]): ReportStatus | null {
  return statuses.reduce<ReportStatus | null>(
    (best, status) => (best !== null && ranks.indexOf(best) >= ranks.indexOf(status) ? best : status),
    null,
  );
}

const total = (counts: Counts<string>) => Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);

function move<Word extends string>(counts: Counts<Word>, from: Word | undefined, to: Word): void {
  if (from !== undefined) counts[from] = (counts[from] ?? 0) - 1;
  counts[to] = (counts[to] ?? 0) + 1;
}

export interface Report {
  status: ReportStatus;
  message: string | null;
  /** Without duplicate products. Empty if the report is about the whole submission. */
  items: ReportedItem[];
}

/** Keeps only the last item of each product. */
export function foldItems(items: readonly ReportedItem[]): ReportedItem[] {
  return [...new Map(items.map((item) => [item.productId, item])).values()];
}

/**
 * Merges a report without items. Error and Success end the submission and determine the result of the products without an item. Of other
 * statuses, the highest-ranked one is kept. If reports with items have already ended the submission, only the first Error or Success
 * counts, and it determines only the result of the products without an item.
 */
function mergeWholeReport(progress: SubmissionProgress, status: ReportStatus): SubmissionProgress {
  const isEnd = status === 'Error' || status === 'Success';
  const restResult = status === 'Success' ? 'Accepted' : 'Returned';
  if (progress.isFinal) return isEnd && progress.restResult === null ? { ...progress, restResult } : progress;
  if (!isEnd) {
    return { ...progress, reported: highest(progress.reported === null ? [status] : [progress.reported, status]) };
  }
  return { ...progress, reported: status, isFinal: true, restResult };
}

/**
 * Ends the submission with Error if a report with items had the status Error, or with Success if every product was reported with Success.
 * Otherwise changes nothing.
 */
function endByParts(progress: SubmissionProgress): SubmissionProgress {
  const { Error: failed = 0, Success: succeeded = 0 } = progress.partCounts;
  if (failed > 0) return { ...progress, reported: 'Error', isFinal: true };
  return succeeded === progress.productCount ? { ...progress, reported: 'Success', isFinal: true } : progress;
}

/** Returns true if the status of a submission is final, because its end was reported and no product is Pending. */
const hasEnded = ({ isFinal, status }: SubmissionProgress) => isFinal && status !== 'Pending';

/**
 * Merges a report into the progress of a submission. Repeating a report changes nothing. After the end, a report changes the results of
 * products, but not the status of the submission.
 * @param before the stored items of the reported products
 */
export function judgeReport(
  progress: SubmissionProgress,
  report: Report,
  before: ReadonlyMap<string, StoredItem>,
): { progress: SubmissionProgress; items: ItemWrite[] } {
  const { message } = report;
  const isNewMessage = message !== null && message !== '' && !progress.messages.includes(message);
  const next: SubmissionProgress = {
    ...progress,
    messages: isNewMessage ? [...progress.messages, message] : progress.messages,
    partCounts: { ...progress.partCounts },
    itemCounts: { ...progress.itemCounts },
  };
  const ended = hasEnded(progress);
  const items = report.items.map((item): ItemWrite => {
    const known = before.get(item.productId);
    const isChanged = ended && (known?.status ?? progress.restResult) !== item.status;
    if (isChanged && known?.changedAfterEnd !== true) next.changedAfterEnd += 1;
    // Once the submission is final, reports only change the results of products.
    const partStatus = progress.isFinal ? (known?.partStatus ?? report.status) : report.status;
    if (!progress.isFinal) move<ReportStatus>(next.partCounts, known?.partStatus, partStatus);
    move<ItemStatus>(next.itemCounts, known?.status, item.status);
    return {
      productId: productIdOf(item.productId),
      partStatus,
      status: item.status,
      message: item.message ?? null,
      errors: item.errors ?? [],
      externalId: item.externalId ?? null,
      changedAfterEnd: isChanged || known?.changedAfterEnd === true,
    };
  });
  const merged =
    items.length === 0 ? mergeWholeReport(next, report.status) : progress.isFinal ? next : endByParts(next);
  return { progress: { ...merged, status: ended ? progress.status : judgeStatus(merged) }, items };
}

/** Returns the status of a submission, based on the reports so far. Not used once the status is final. */
function judgeStatus(progress: SubmissionProgress): SubmissionStatus {
  const { reported, isFinal, partCounts, itemCounts, productCount } = progress;
  if (isFinal && reported === 'Error') return 'Failed';
  if (isFinal) {
    if ((itemCounts.Returned ?? 0) + (itemCounts.Rejected ?? 0) > 0) return 'Partial';
    return (itemCounts.Pending ?? 0) > 0 ? 'Pending' : 'Success';
  }
  const isCovered = total(partCounts) === productCount;
  const parts = ranks.filter((status) => (partCounts[status] ?? 0) > 0);
  const top = highest(reported === null || isCovered ? parts : [...parts, reported]);
  if (top === null) return 'Submitted';
  return top === 'Success' ? 'Partial' : 'Pending';
}

/**
 * Counts the products of a submission by result. A product without an item has the result of the rest, which is `Submitted` until it is
 * known.
 */
export function countResults(
  progress: Pick<SubmissionProgress, 'productCount' | 'itemCounts' | 'restResult'>,
): Counts<ProductResultName> {
  const results: Counts<ProductResultName> = { ...progress.itemCounts };
  const rest = progress.productCount - total(progress.itemCounts);
  const name: ProductResultName = progress.restResult ?? 'Submitted';
  if (rest > 0) results[name] = (results[name] ?? 0) + rest;
  return Object.fromEntries(Object.entries(results).filter(([, count]) => count > 0));
}
