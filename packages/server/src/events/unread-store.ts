import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database, Transaction } from '../platform/index.ts';
import type { PurgedEvent } from './event-types.ts';
import { keptType, maxCountedMs, unreadRunningMs } from './retention-rules.ts';

/** Limits how many rows of each stream one statement purges, so that the statement ends in a few milliseconds. */
const chunk = 1_000;

/** SQL condition that a row of `pending` belongs to a day (UTC, YYYY-MM-DD). */
const isOfDay = (day: string): RawBuilder<boolean> => sql`
  pending.created >= ${`${day}T00:00:00Z`}::timestamptz and pending.created < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`;

/**
 * Adds the time since the last count to the running time of Pimento. Records the running time for each given day that has ended and has no
 * record yet. Deletes the records of days that are not given. Uses the clock of the database, so that a wrong clock of a node has no
 * effect.
 */
export async function countRunning(connection: Database, days: readonly string[]): Promise<void> {
  await sql`
    with counted as (
      update service_running
      set
        running_ms = service_running.running_ms
          + least(greatest(extract(epoch from clock_timestamp() - service_running.counted_at) * 1000, 0), ${maxCountedMs}::int)::bigint,
        counted_at = clock_timestamp()
      returning service_running.running_ms
    ), forgotten as (
      delete from event_day_end
      where event_day_end.day <> all (${days}::date[])
    )
    insert into event_day_end (day, running_ms)
    select ended.day, counted.running_ms
    from counted
    cross join unnest(${days}::date[]) as ended (day)
    where ended.day < (clock_timestamp() at time zone 'UTC')::date
    on conflict do nothing`.execute(connection);
}

/** Lists the days (UTC, YYYY-MM-DD) whose unread events may be purged, because Pimento has run long enough since the end of the day. */
export async function listPurgeableDays(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(event_day_end.day, 'YYYY-MM-DD') as day
    from event_day_end
    cross join service_running
    where event_day_end.running_ms <= service_running.running_ms - ${unreadRunningMs}::bigint`.execute(connection);
  return rows.map(({ day }) => day);
}

/** Copies the unread events of a day that must outlive their partition. They stay unacknowledged. */
export async function keepUnread(connection: Database, day: string): Promise<void> {
  await sql`
    insert into kept_event (adapter_id, created, event_id, client_id, channel_id, event_type, data)
    select
      pending.adapter_id, event.created, event.event_id, event.client_id, event.channel_id, event.event_type, event.data
    from stream
    join pending on pending.adapter_id = stream.adapter_id and ${isOfDay(day)} and pending.event_type = ${keptType}
    cross join lateral (
      select event.created, event.event_id, event.client_id, event.channel_id, event.event_type, event.data
      from event
      where event.adapter_id = pending.adapter_id and event.created = pending.created
      -- prevents a join with the outer query, which could read whole partitions
      offset 0
    ) as event
    on conflict do nothing`.execute(connection);
}

/**
 * Purges, for each stream, up to 1,000 unread events that were created on a day. Counts these events, and queues them for `takePurged`.
 * Skips events that a concurrent poll is acknowledging.
 * @returns the number of purged events
 */
export async function purgeUnread(connection: Database, day: string, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select stream.adapter_id, entry.created
      from stream
      cross join lateral (
        select pending.created
        from pending
        where pending.adapter_id = stream.adapter_id and ${isOfDay(day)} and pending.event_type <> ${keptType}
        order by pending.created
        limit ${chunk}
        for update skip locked
      ) as entry
    ), unread as (
      delete from pending
      using old
      where pending.adapter_id = old.adapter_id and pending.created = old.created
      returning pending.adapter_id, pending.created
    ), purged as (
      insert into purged_event (adapter_id, created, event_id, client_id, channel_id, event_type, data)
      select unread.adapter_id, event.created, event.event_id, event.client_id, event.channel_id, event.event_type, event.data
      from unread
      cross join lateral (
        select event.created, event.event_id, event.client_id, event.channel_id, event.event_type, event.data
        from event
        where event.adapter_id = unread.adapter_id and event.created = unread.created
        offset 0
      ) as event
      on conflict do nothing
      returning purged_event.adapter_id, purged_event.client_id, purged_event.event_type
    ), counted as (
      insert into event_purge (adapter_id, client_id, event_type, purged, last_purged_at)
      select purged.adapter_id, purged.client_id, purged.event_type, count(*), ${at}::timestamptz
      from purged
      group by purged.adapter_id, purged.client_id, purged.event_type
      order by purged.adapter_id, purged.client_id, purged.event_type
      on conflict (adapter_id, client_id, event_type) do update
      set purged = event_purge.purged + excluded.purged, last_purged_at = excluded.last_purged_at
    )
    select count(*) as count
    from unread`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Returns true if a day has unread events that would be lost with its partition. */
export async function hasUnread(connection: Connection, day: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from stream
    join pending on pending.adapter_id = stream.adapter_id and ${isOfDay(day)}
    where not exists (
      select 1
      from kept_event
      where kept_event.adapter_id = pending.adapter_id and kept_event.created = pending.created
    )
    limit 1`.execute(connection);
  return rows.length > 0;
}

/**
 * Takes the next purged event from the queue.
 * @returns undefined if the queue is empty, or if concurrent calls have taken the remaining events
 */
export async function takePurged(connection: Transaction): Promise<PurgedEvent | undefined> {
  const { rows } = await sql<PurgedEvent>`
    delete from purged_event
    where (purged_event.adapter_id, purged_event.created) = (
      select next.adapter_id, next.created
      from purged_event as next
      order by next.adapter_id, next.created
      limit 1
      for update skip locked
    )
    returning
      purged_event.adapter_id as "adapterId", purged_event.event_id as "eventId", purged_event.created,
      purged_event.client_id as "clientId", purged_event.channel_id as "channelId", purged_event.event_type as "eventType",
      purged_event.data`.execute(connection);
  return rows[0];
}

/** Deletes kept events one day after their acknowledgement was detected, so that adapters can repeat an acknowledgement until then. */
export async function forgetKept(connection: Database, at: Date): Promise<void> {
  await sql`
    with forgotten as (
      delete from kept_event
      where kept_event.acknowledged_at <= ${at}::timestamptz - interval '1 day'
    )
    update kept_event
    set acknowledged_at = ${at}
    where kept_event.acknowledged_at is null
      and not exists (
        select 1
        from pending
        where pending.adapter_id = kept_event.adapter_id and pending.created = kept_event.created
      )`.execute(connection);
}
