import { type RawBuilder, sql } from 'kysely';
import type { AdapterId } from '../platform/core.ts';
import type { EventFilter, EventQuery } from './event-types.ts';

/** The columns of a stored event, from the table `event` or a subquery of that name. */
export const eventColumns = sql`
  event.event_id as "eventId",
  event.created,
  event.client_id as "clientId",
  event.channel_id as "channelId",
  event.event_type as "eventType",
  event.data`;

/**
 * Builds a subquery for the stored event at a position of a stream, from the partition of its day or from the kept events. The limit keeps
 * the planner from reading whole partitions when it has no statistics.
 */
export const storedEvent = (adapterId: AdapterId, created: RawBuilder<unknown>) => sql`
  select event.event_id, event.created, event.client_id, event.channel_id, event.event_type, event.data
  from event
  where event.adapter_id = ${adapterId} and event.created = ${created}
  union all
  select kept_event.event_id, kept_event.created, kept_event.client_id, kept_event.channel_id, kept_event.event_type, kept_event.data
  from kept_event
  where kept_event.adapter_id = ${adapterId} and kept_event.created = ${created}
  limit 1`;

/**
 * Builds an SQL condition on `event` or `pending`. Omits filters that are not set, so that an index on the remaining columns can be used.
 */
export function matches(table: 'event' | 'pending', filter: EventFilter): RawBuilder<unknown> {
  const conditions = [
    filter.type === undefined ? undefined : sql`${sql.ref(`${table}.event_type`)} = ${filter.type}`,
    filter.channelId === undefined ? undefined : sql`${sql.ref(`${table}.channel_id`)} = ${filter.channelId}`,
    filter.clientId === undefined ? undefined : sql`${sql.ref(`${table}.client_id`)} = ${filter.clientId}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const nextStored = ({ adapterId, filter }: EventQuery, after: Date, count: number) => sql`
  select event.event_id, event.created, event.client_id, event.channel_id, event.event_type, event.data
  from event
  where event.adapter_id = ${adapterId} and event.created > ${after} and ${matches('event', filter)}
  order by event.created
  limit ${count}`;

/**
 * Builds a query for the next events, acknowledged or not. Events older than the retention limit are included only if they are
 * unacknowledged.
 */
export function nextEvents(query: EventQuery, count: number): RawBuilder<unknown> {
  const { adapterId, after, retained, filter } = query;
  if (after >= retained) return nextStored(query, after, count);
  return sql`
    select united.event_id, united.created, united.client_id, united.channel_id, united.event_type, united.data
    from (
      (${nextStored(query, retained, count)})
      union all
      (
        select old.event_id, old.created, old.client_id, old.channel_id, old.event_type, old.data
        from pending
        cross join lateral (${storedEvent(adapterId, sql`pending.created`)}) as old
        where pending.adapter_id = ${adapterId}
          and pending.created > ${after}
          and pending.created <= ${retained}
          and ${matches('pending', filter)}
        order by pending.created
        limit ${count}
      )
    ) as united
    order by united.created
    limit ${count}`;
}
