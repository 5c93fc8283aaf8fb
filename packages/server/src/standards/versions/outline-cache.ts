import type { Database } from '../../platform/index.ts';
import { openSnapshot } from '../../platform/index.ts';
import type { CheckedStandard } from '../judge/checked-standard.ts';
import { loadOutline } from './standard-loader-service.ts';
import type { StandardKey } from './standard-types.ts';

/** Maximum number of outlines in the cache. An outline with 5,000 attributes and 12,000 categories takes about 30 MB. */
const maxKept = 8;

export type OutlineCache = (key: StandardKey, version: number) => Promise<CheckedStandard | undefined>;

/** Creates a cache of checked standards without their list values. Versions never change, so an entry is never outdated. */
export function createOutlineCache(database: Database): OutlineCache {
  const kept = new Map<string, Promise<CheckedStandard | undefined>>();
  const load = async (key: StandardKey, version: number) => {
    await using snapshot = await openSnapshot(database);
    // The promise is awaited here, because the snapshot is closed when this function returns.
    return await loadOutline({ connection: snapshot.transaction, key, version });
  };
  return (key, version) => {
    const name = JSON.stringify([key.adapterId, key.channelId, version]);
    const loading = kept.get(name) ?? load(key, version);
    kept.delete(name);
    kept.set(name, loading);
    loading.catch(() => kept.delete(name));
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return loading;
  };
}
