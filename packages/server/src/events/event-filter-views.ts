import { type RawBuilder, sql } from 'kysely';
import type { EventFilter } from './event-types.ts';

/** The columns of a stored event, from the table `event` or a subquery of that name. */
export const eventColumns = sql`
  event.event_id as "eventId",
  event.created,
  event.client_id as "clientId",
  event.channel_id as "channelId",
  event.event_type as "eventType",
  event.data`;

/** Builds a condition on `event` or `pending`. Filters that are not set are omitted, so that an index on the others can be used. */
export function matches(table: 'event' | 'pending', filter: EventFilter): RawBuilder<unknown> {
  const conditions = [
    filter.type === undefined ? undefined : sql`${sql.ref(`${table}.event_type`)} = ${filter.type}`,
    filter.channelId === undefined ? undefined : sql`${sql.ref(`${table}.channel_id`)} = ${filter.channelId}`,
    filter.clientId === undefined ? undefined : sql`${sql.ref(`${table}.client_id`)} = ${filter.clientId}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
