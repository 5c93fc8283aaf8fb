import type { Clock, Database, ClientId } from '../../platform/index.ts';
import { type AttributeUsage, readAttributeUsage } from './attribute-usage-views.ts';

/** Counting reads every product. What is quicker than this is counted whenever it is asked for, and always true. */
const worthKeepingMs = 100;
/** So many times as long as it took a count is good: at most a thirtieth of one core goes into counting. */
const keptTimes = 30;
/** One that is older is not shown any more, not even while it is counted anew. */
const longestMs = 3_600_000;

type Counted = AttributeUsage & { countedAt: string };

/** How often attributes are used, counted for a client by one at a time, and again only when that has become worth it. */
export function createAttributeUsage(database: Database, clock: Clock): (clientId: ClientId) => Promise<Counted> {
  const kept = new Map<string, { usage: Counted; madeAt: number; freshUntil: number }>();
  const running = new Map<string, Promise<Counted>>();

  async function count(clientId: ClientId): Promise<Counted> {
    const countedAt = clock.now().toISOString();
    const began = clock.monotonic();
    const usage = { ...(await readAttributeUsage(database, clientId)), countedAt };
    const madeAt = clock.monotonic();
    const took = madeAt - began;
    if (took < worthKeepingMs) kept.delete(clientId);
    else kept.set(clientId, { usage, madeAt, freshUntil: madeAt + took * keptTimes });
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
    const known = kept.get(clientId);
    const now = clock.monotonic();
    if (!known || now - known.madeAt > longestMs) return countOnce(clientId);
    // whoever asks next gets the new one; a failure is met when it is waited for
    if (now >= known.freshUntil) countOnce(clientId).catch(() => undefined);
    return known.usage;
  };
}
