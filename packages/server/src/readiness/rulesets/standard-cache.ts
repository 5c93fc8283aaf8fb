import { adapterIdOf, type Transaction } from '../../platform/core.ts';
import { type CheckedStandard, loadStandard } from '../../standards/core.ts';
import type { RulesetRow } from './ruleset-types.ts';

/** Maximum number of data standards in the cache. A standard with 200,000 list values takes about 36 MB. */
const maxKept = 4;

type StandardVersion = Pick<RulesetRow, 'adapterId' | 'channelId' | 'standardVersion'>;

/**
 * A cache of data standards, which all clients of a channel share. Versions never change, and their numbers are never used again, so an
 * entry is never outdated.
 */
export class StandardCache {
  readonly #kept = new Map<string, CheckedStandard>();

  /** @throws Error if there is no such version */
  async get(
    connection: Transaction,
    { adapterId, channelId, standardVersion }: StandardVersion,
  ): Promise<CheckedStandard> {
    const name = JSON.stringify([adapterId, channelId, standardVersion]);
    const key = { adapterId: adapterIdOf(adapterId), channelId };
    const standard = this.#kept.get(name) ?? (await loadStandard({ connection, key, version: standardVersion }));
    if (standard === undefined) throw new Error(`channel ${channelId} has no standard version ${standardVersion}`);
    // The map is in the order of last use, so that the least recently used standard is removed first.
    this.#kept.delete(name);
    this.#kept.set(name, standard);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return standard;
  }
}
