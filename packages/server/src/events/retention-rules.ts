const dayMs = 86_400_000;

/** Days for which an event is kept, acknowledged or not. */
const retentionDays = 30;
/** Number of days ahead for which partitions are created, so that appends still work after the service was stopped for that long. */
const daysAhead = 7;

/** Returns the retention limit: events created at this time or earlier are never returned. */
export function retentionLimit(now: Date): Date {
  return new Date(now.getTime() - retentionDays * dayMs);
}

/** Returns the time from which an event is no longer returned. */
export function purgeTimeOf(created: Date): Date {
  return new Date(created.getTime() + retentionDays * dayMs);
}

/** Lists the days (UTC, YYYY-MM-DD) that must have a partition. */
export function daysToPrepare(now: Date): string[] {
  return Array.from({ length: daysAhead + 1 }, (_, ahead) =>
    new Date(now.getTime() + ahead * dayMs).toISOString().slice(0, 10),
  );
}

/** Checks whether every event of a partition is past the retention. */
export function isExpired(partition: string, limit: Date): boolean {
  const parts = /^event_(\d{4})(\d\d)(\d\d)$/.exec(partition);
  if (!parts) return false;
  return Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + 1) <= limit.getTime();
}
