import type { SubmissionDetail } from '@pimento/contract';

/** Returns true while results of a submission are still expected. */
export const isOpen = ({ status }: Pick<SubmissionDetail, 'status'>): boolean =>
  status === 'Submitted' || status === 'Pending';

/** Returns true while a submission can be cancelled, that is, until its adapter fetches it. */
export const canCancel = ({ status, fetched }: Pick<SubmissionDetail, 'status' | 'fetched'>): boolean =>
  status === 'Submitted' && fetched === null;

/**
 * Returns the number of products that can be resubmitted. If the submission has finished, these are all products that were not accepted,
 * otherwise the returned and rejected products. A cancelled submission has none.
 */
export function failedCount({
  results,
  status,
  productCount,
  finished,
}: Pick<SubmissionDetail, 'results' | 'status' | 'productCount' | 'finished'>): number {
  if (status === 'Cancelled') return 0;
  if (finished !== null) return productCount - (results.Accepted ?? 0);
  return (results.Returned ?? 0) + (results.Rejected ?? 0);
}

/** Returns the index of the last timeline step that has been reached: 1 (event), 2 (fetched or cancelled) or 3 (answered). */
export function reachedSteps({
  status,
  fetched,
  finished,
  lastReport,
}: Pick<SubmissionDetail, 'status' | 'fetched' | 'finished' | 'lastReport'>): number {
  if (status === 'Cancelled') return 2;
  if (finished !== null || lastReport !== null) return 3;
  return fetched === null ? 1 : 2;
}
