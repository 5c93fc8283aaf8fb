import type { Submission, SubmissionDetail } from '@pimento/contract';
import { sql } from 'kysely';
import { findConnection } from '../../channels/index.ts';
import { findSubjectEvent } from '../../events/index.ts';
import type { Connection } from '../../platform/index.ts';
import type { SubmissionKey, SubmissionRow } from '../submission-types.ts';
import { submissionViews } from './submission-views.ts';

/** Returns the time of the last report on a product of a submission. @returns null if there is no report */
async function findLastItemReport(connection: Connection, key: SubmissionKey): Promise<Date | null> {
  const { rows } = await sql<{ reportedAt: Date | null }>`
    select max(submission_item.reported_at) as "reportedAt"
    from submission_item
    where submission_item.client_id = ${key.clientId}
      and submission_item.submission_id = ${key.submissionId}::uuid`.execute(connection);
  return rows[0]?.reportedAt ?? null;
}

/** Returns the API representation of one submission for its client. */
export async function viewSubmission(connection: Connection, row: SubmissionRow): Promise<Submission> {
  const [view] = await submissionViews(connection, [row]);
  if (!view) throw new Error('a row has no view');
  return view;
}

/** Returns one submission with its event and the time of the last report. */
export async function viewSubmissionDetail(connection: Connection, row: SubmissionRow): Promise<SubmissionDetail> {
  const channel = await findConnection(connection, row);
  const event =
    channel &&
    (await findSubjectEvent(connection, channel.adapterId, { eventType: 'SUBMIT_EVENT', subject: row.submissionId }));
  const reports = [await findLastItemReport(connection, row), row.isFinal ? row.finishedAt : null];
  const [lastReport] = reports.flatMap((at) => at ?? []).toSorted((a, b) => b.getTime() - a.getTime());
  return {
    ...(await viewSubmission(connection, row)),
    event: event
      ? { eventId: event.eventId, created: event.created.toISOString(), acknowledged: event.acknowledged }
      : null,
    lastReport: lastReport?.toISOString() ?? null,
  };
}
