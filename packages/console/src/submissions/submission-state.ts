import type { SubmissionDetail } from '@pimento/contract';

/** True while results of a submission are still expected. */
export const isOpen = ({ status }: Pick<SubmissionDetail, 'status'>): boolean =>
  status === 'Submitted' || status === 'Pending';

/** True while a submission can be cancelled: its adapter has not fetched it. */
export const canCancel = ({ status, fetched }: Pick<SubmissionDetail, 'status' | 'fetched'>): boolean =>
  status === 'Submitted' && fetched === null;

/** The number of products that can be resubmitted: returned or rejected ones; once finished, all that were not accepted. */
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

/** The steps of the timeline that have been reached: submitted 1, fetched or cancelled 2, answered 3. */
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
