import type { Transaction } from '../../platform/core.ts';
import type { Ruleset } from '../evaluate/ruleset.ts';
import { loadRuleset } from './ruleset-loader-service.ts';
import type { ConnectionKey } from './ruleset-types.ts';
import { findRuleset } from './ruleset-views.ts';

/** Max compiled rulesets that are kept. One with 200,000 list values takes about 36 MB. */
const maxKept = 16;

/** Compiled rulesets. They never change, so an entry is never outdated. */
export class RulesetCache {
  readonly #kept = new Map<string, Ruleset>();

  async get(transaction: Transaction, key: ConnectionKey, rulesetNo: number): Promise<Ruleset> {
    const name = JSON.stringify([key.clientId, key.channelId, rulesetNo]);
    const ruleset = this.#kept.get(name) ?? (await load(transaction, key, rulesetNo));
    this.#kept.delete(name);
    this.#kept.set(name, ruleset);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return ruleset;
  }
}

async function load(transaction: Transaction, key: ConnectionKey, rulesetNo: number): Promise<Ruleset> {
  const row = await findRuleset(transaction, key, rulesetNo);
  if (row === undefined) throw new Error(`channel ${key.channelId} has no ruleset ${rulesetNo}`);
  return loadRuleset(transaction, row);
}
