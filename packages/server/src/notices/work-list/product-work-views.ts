import { maxCountedWork } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import { countResults } from '../../submissions/index.ts';
import type { NotReadyChannel, ReturnedChannel, ReturnedDay } from './work-types.ts';

/** Maximum number of channels of a client that the work list reads. */
const maxChannels = 100;
/** Maximum number of submissions that are read for the trend. */
const maxSubmissions = 2_000;

const connectedChannels = (clientId: ClientId) => sql`
  select connection.channel_id, connection.ruleset_no, channel.name
  from connection
  join channel on channel.channel_id = connection.channel_id
  where connection.client_id = ${clientId}
  order by connection.channel_id
  limit ${maxChannels}`;

/** Counts the returned and the rejected products of each connected channel, each up to `maxCountedWork`. */
export async function listReturned(connection: Connection, clientId: ClientId): Promise<ReturnedChannel[]> {
  const { rows } = await sql<ReturnedChannel>`
    select connected.channel_id as "channelId", connected.name as "channelName", state.state, counted.count
    from (${connectedChannels(clientId)}) as connected
    cross join (values ('Rejected'), ('Returned')) as state (state)
    cross join lateral (
      select count(*) as count
      from (
        select
        from channel_product
        where channel_product.client_id = ${clientId}
          and channel_product.channel_id = connected.channel_id
          and channel_product.state = state.state
        limit ${maxCountedWork}
      ) as found
    ) as counted
    where counted.count > 0
    order by connected.channel_id, state.state`.execute(connection);
  return rows;
}

type EndedSubmission = Parameters<typeof countResults>[0] & { channelId: string; day: string };

/**
 * Counts the products that channels returned and rejected in the newest 2,000 submissions, by channel and day of the submission's end.
 * @param since yyyy-MM-dd (UTC)
 */
export async function listReturnedDays(
  connection: Connection,
  clientId: ClientId,
  since: string,
): Promise<ReturnedDay[]> {
  const { rows } = await sql<EndedSubmission>`
    select
      newest.channel_id as "channelId",
      to_char(newest.finished_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      newest.product_count as "productCount", newest.item_counts as "itemCounts", newest.rest_result as "restResult"
    from (
      select
        submission.channel_id, submission.finished_at, submission.product_count, submission.item_counts, submission.rest_result
      from submission
      where submission.client_id = ${clientId}
      order by submission.submission_no desc
      limit ${maxSubmissions}
    ) as newest
    where newest.finished_at >= ${since}::date::timestamp at time zone 'UTC'`.execute(connection);
  return rows.flatMap((row) => {
    const results = countResults(row);
    const { channelId, day } = row;
    return (['Returned', 'Rejected'] as const).map((state) => ({ channelId, day, state, count: results[state] ?? 0 }));
  });
}

/**
 * For each channel that has any, returns the number of products that are not ready, now and at the end of earlier days. Reads stored
 * tallies instead of counting products.
 * @param since yyyy-MM-dd (UTC)
 */
export async function listNotReady(
  connection: Connection,
  clientId: ClientId,
  since: string,
): Promise<NotReadyChannel[]> {
  const { rows } = await sql<NotReadyChannel>`
    select
      connected.channel_id as "channelId", connected.name as "channelName", counted.count,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'day', to_char(readiness_day.day, 'YYYY-MM-DD'),
          'count', readiness_day.incomplete + readiness_day.invalid + readiness_day.unmapped
        ))
        from readiness_day
        where readiness_day.client_id = ${clientId}
          and readiness_day.channel_id = connected.channel_id
          and readiness_day.day >= ${since}::date
      ), '[]') as past
    from (${connectedChannels(clientId)}) as connected
    cross join lateral (
      select coalesce(sum(evaluation_tally.products), 0)::bigint as count
      from evaluation_tally
      where evaluation_tally.client_id = ${clientId}
        and evaluation_tally.channel_id = connected.channel_id
        and evaluation_tally.kind = 'outcome'
        and evaluation_tally.key in ('incomplete', 'invalid', 'unmapped')
    ) as counted
    where connected.ruleset_no is not null and counted.count > 0
    order by connected.channel_id`.execute(connection);
  return rows;
}
