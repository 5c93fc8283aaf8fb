const dayMs = 86_400_000;

/** How long an event is kept, acknowledged or not. */
const retentionDays = 30;
/** Partitions are created this many days ahead, so that the service may be stopped for as long without an append having to create one. */
const daysAhead = 7;

/** Events created at this time or before are never answered any more. */
export function retentionLimit(now: Date): Date {
  return new Date(now.getTime() - retentionDays * dayMs);
}

/** The time from which an event is no longer answered. */
export function purgeTimeOf(created: Date): Date {
  return new Date(created.getTime() + retentionDays * dayMs);
}

/** The days (UTC, YYYY-MM-DD) that must have a partition. */
export function daysToPrepare(now: Date): string[] {
  return Array.from({ length: daysAhead + 1 }, (_, ahead) =>
    new Date(now.getTime() + ahead * dayMs).toISOString().slice(0, 10),
  );
}

/** True if every event of a partition is past the retention. */
export function isExpired(partition: string, limit: Date): boolean {
  const parts = /^event_(\d{4})(\d\d)(\d\d)$/.exec(partition);
  if (!parts) return false;
  return Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + 1) <= limit.getTime();
}
