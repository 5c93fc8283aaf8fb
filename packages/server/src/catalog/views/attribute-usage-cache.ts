import type { Clock, Database, ClientId } from '../../platform/index.ts';
import { type AttributeUsage, countAttributeUsage } from './attribute-usage-views.ts';

/** Counting reads every product. A count that takes less than this is not cached, so it is always current. */
const minCachedMs = 100;
/** A count is fresh for this many times its duration: counting takes at most a thirtieth of one core. */
const freshnessFactor = 30;
/** An older count is not returned, not even while a new one is running. */
const maxAgeMs = 3_600_000;

type Counted = AttributeUsage & { countedAt: string };

/** Creates a cache of attribute usage. Concurrent callers of a client share one count; a cached count is returned once more while it is renewed. */
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
    // The next caller gets the new count. Its error is thrown to a caller that waits for it.
    if (now >= known.freshUntil) countOnce(clientId).catch(() => undefined);
    return known.usage;
  };
}
