import type { EventType } from '@pimento/contract';

const dayMs = 86_400_000;

/** Minimum number of days for which an event is kept, acknowledged or not. */
export const eventDays = 30;
/** Number of days ahead for which partitions are created. If Pimento was stopped for longer, the next append creates the partition. */
const daysAhead = 7;

/**
 * Unread events of this type are kept longer than the retention period. Without such an event, the adapter would keep the data of a
 * disconnected client.
 */
export const keptType: EventType = 'CLIENT_CHANNEL_DELETED_EVENT';

/**
 * Running time of Pimento for which unread events are kept after the end of their day. Running time is used because a jump of the clock
 * changes it by at most `maxCountedMs`, and because adapters cannot read events while Pimento is stopped.
 */
export const unreadRunningMs = eventDays * dayMs;

/** Maximum running time that one count adds. The running time is counted every hour. */
export const maxCountedMs = 7_200_000;

/** Returns the retention limit. Events created at this time or earlier are only returned while they are unacknowledged. */
export function retentionLimit(now: Date): Date {
  return new Date(now.getTime() - eventDays * dayMs);
}

/** Returns the earliest time at which an unread event can be purged. */
export function purgeTimeOf(created: Date): Date {
  return new Date(created.getTime() + eventDays * dayMs);
}

/** Lists the days (UTC, YYYY-MM-DD) that must have a partition. */
export function daysToPrepare(now: Date): string[] {
  return Array.from({ length: daysAhead + 1 }, (_, ahead) =>
    new Date(now.getTime() + ahead * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns the day (UTC, YYYY-MM-DD) of a partition. @returns undefined if the name is not the name of a partition */
export function dayOfPartition(name: string): string | undefined {
  const parts = /^event_(\d{4})(\d\d)(\d\d)$/.exec(name);
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : undefined;
}

/** Returns true if all events of a day are older than the retention limit. */
export function isExpired(day: string, limit: Date): boolean {
  return Date.parse(`${day}T00:00:00Z`) + dayMs <= limit.getTime();
}
