import type { AdapterStream } from '@pimento/contract';

const dayMs = 86_400_000;
/**
 * An adapter with waiting events counts as silent after this time without a call. Adapters poll every 30 to 60 seconds, and the service
 * records their last call once a minute.
 */
const silentAfterMs = 5 * 60_000;

/** Returns true if an event has waited for more than 5 minutes and the adapter has not called in the last 5 minutes. */
export function isSilent(
  { backlog, lastCall, oldestUnacknowledged }: Pick<AdapterStream, 'backlog' | 'lastCall' | 'oldestUnacknowledged'>,
  now = Date.now(),
): boolean {
  if (backlog === 0 || oldestUnacknowledged === null) return false;
  const since = Math.max(Date.parse(oldestUnacknowledged), lastCall === null ? 0 : Date.parse(lastCall));
  return now - since > silentAfterMs;
}

/** Returns the number of full days until the oldest waiting event is deleted. The number is negative if the deletion is overdue. */
export const daysUntil = (purgeFrom: string, now = Date.now()): number =>
  Math.floor((Date.parse(purgeFrom) - now) / dayMs);
