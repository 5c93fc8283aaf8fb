import type { AdapterStream } from '@pimento/contract';

const dayMs = 86_400_000;
/** Adapters poll every 30 to 60 seconds, and their last call is recorded once a minute. */
const silentAfterMs = 5 * 60_000;

/** True if events are waiting and their adapter has not polled for 5 minutes. */
export function isSilent(
  { backlog, lastCall, oldestUnacknowledged }: Pick<AdapterStream, 'backlog' | 'lastCall' | 'oldestUnacknowledged'>,
  now = Date.now(),
): boolean {
  if (backlog === 0 || oldestUnacknowledged === null) return false;
  const since = Math.max(Date.parse(oldestUnacknowledged), lastCall === null ? 0 : Date.parse(lastCall));
  return now - since > silentAfterMs;
}

/** Full days until the oldest waiting event is deleted; negative if it may be deleted already. */
export const daysUntil = (purgeFrom: string, now = Date.now()): number =>
  Math.floor((Date.parse(purgeFrom) - now) / dayMs);
