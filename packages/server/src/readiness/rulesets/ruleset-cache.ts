import type { Transaction } from '../../platform/core.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import { loadRuleset } from './ruleset-loader-service.ts';
import type { ConnectionKey } from './ruleset-types.ts';
import { findRuleset } from './ruleset-views.ts';
import { StandardCache } from './standard-cache.ts';

/** Maximum number of compiled rulesets in the cache. The rulesets of a channel's clients share the data standard. */
const maxKept = 16;

/** A cache of compiled rulesets. Rulesets never change, so an entry is never outdated. */
export class RulesetCache {
  readonly #kept = new Map<string, Ruleset>();
  readonly standards: StandardCache;

  constructor(standards = new StandardCache()) {
    this.standards = standards;
  }

  /** Returns a compiled ruleset. @returns undefined if it is not in the cache */
  find(key: ConnectionKey, rulesetNo: number): Ruleset | undefined {
    const known = this.#kept.get(nameOf(key, rulesetNo));
    if (known !== undefined) this.#keep(nameOf(key, rulesetNo), known);
    return known;
  }

  async get(transaction: Transaction, key: ConnectionKey, rulesetNo: number): Promise<Ruleset> {
    const known = this.find(key, rulesetNo);
    if (known !== undefined) return known;
    const ruleset = await this.#load(transaction, key, rulesetNo);
    this.#keep(nameOf(key, rulesetNo), ruleset);
    return ruleset;
  }

  async #load(transaction: Transaction, key: ConnectionKey, rulesetNo: number): Promise<Ruleset> {
    const row = await findRuleset(transaction, key, rulesetNo);
    if (row === undefined) throw new Error(`channel ${key.channelId} has no ruleset ${rulesetNo}`);
    return loadRuleset(transaction, row, this.standards);
  }

  /** Caches a ruleset as the most recently used one. If there are too many rulesets, removes the least recently used one. */
  #keep(name: string, ruleset: Ruleset): void {
    this.#kept.delete(name);
    this.#kept.set(name, ruleset);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}

const nameOf = ({ clientId, channelId }: ConnectionKey, rulesetNo: number) =>
  JSON.stringify([clientId, channelId, rulesetNo]);
