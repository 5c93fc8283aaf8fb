import type { Clock, Database, ClientId } from '../../platform/index.ts';
import { type AttributeUsage, countAttributeUsage } from './attribute-usage-views.ts';

/**
 * If a count takes less time than this, it is not cached and therefore always current. Longer counts are cached, because counting reads
 * every product.
 */
const minCachedMs = 100;
/** A cached count stays fresh for this many times its duration, so that long counts for one client run at most about 1/30 of the time. */
const freshnessFactor = 30;
/** A count older than this is never returned, even while a new count is running. */
const maxAgeMs = 3_600_000;

type Counted = AttributeUsage & { countedAt: string };

/**
 * Creates a cache of attribute usage. Concurrent requests for a client share one count. A count that is no longer fresh is still returned
 * while a new count runs.
 */
export function createAttributeUsage(database: Database, clock: Clock): (clientId: ClientId) => Promise<Counted> {
  const cached = new Map<string, { usage: Counted; madeAt: number; freshUntil: number }>();
  const running = new Map<string, Promise<Counted>>();

  async function count(clientId: ClientId): Promise<Counted> {
    const countedAt = clock.now().toISOString();
    const startedAt = clock.monotonic();
    const usage = { ...(await countAttributeUsage(database, clientId)), countedAt };
    const madeAt = clock.monotonic();
    const took = madeAt - startedAt;
    if (took < minCachedMs) cached.delete(clientId);
    else cached.set(clientId, { usage, madeAt, freshUntil: madeAt + took * freshnessFactor });
    return usage;
  }

  function countOnce(clientId: ClientId): Promise<Counted> {
    const already = running.get(clientId);
    if (already) return already;
    const counting = count(clientId).finally(() => running.delete(clientId));
    running.set(clientId, counting);
    return counting;
  }

  return async (clientId) => {
    const known = cached.get(clientId);
    const now = clock.monotonic();
    if (!known || now - known.madeAt > maxAgeMs) return countOnce(clientId);
    // Later requests get the new count. Errors are ignored here, because each request that waits for this count receives the error.
    if (now >= known.freshUntil) countOnce(clientId).catch(() => undefined);
    return known.usage;
  };
}
