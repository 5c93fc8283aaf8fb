import { type CategoryRules, type Mapping, mappingFormat, type MappingEntry } from '@pimento/contract';
import { AttributeIndex, reservedAttributes } from '@pimento/formula';
import type { Transaction } from '../../platform/core.ts';
import { type CheckedStandard, findMapping, readMapping, restoredForm } from '../../standards/core.ts';
import { Ruleset } from '../evaluate/ruleset.ts';
import { inputOf, requireStandard } from './ruleset-loader-service.ts';
import { factsOf } from './ruleset-service.ts';
import type { ConnectionKey, RulesetFacts } from './ruleset-types.ts';
import type { SourceVersions } from './ruleset-views.ts';

/** Changes to the stored draft that are evaluated but not stored. */
export interface DraftChange {
  mapping?: Mapping | undefined;
  /** If given, only the entries of this target are replaced. */
  target?: string | undefined;
  entries?: readonly MappingEntry[] | undefined;
  /** If given, the category rules are replaced. */
  category?: CategoryRules | undefined;
}

/** Maximum number of data standards in the cache. A standard with 200,000 list values takes about 36 MB. */
const maxKept = 2;

/** Compiles drafts of mappings to rulesets. Data standards are cached, because a person who edits a mapping requests a preview after each change. */
export class DraftRulesets {
  readonly #standards = new Map<string, CheckedStandard>();
  #tried: { trialId: string; ruleset: Ruleset } | undefined;

  async get(
    transaction: Transaction,
    key: ConnectionKey,
    sources: SourceVersions,
    { change, now }: { change: DraftChange; now: Date },
  ): Promise<Ruleset> {
    const facts = await factsOf(transaction, key, sources);
    const mapping = change.mapping ?? (await loadDraft(transaction, key, facts));
    return new Ruleset(inputOf(await this.#standard(transaction, key, sources), changed(mapping, change), facts, now));
  }

  /** Compiles the stored draft. The result is cached for the next step of the same trial. */
  async getOfTrial(
    transaction: Transaction,
    key: ConnectionKey & { trialId: string },
    sources: SourceVersions,
    now: Date,
  ): Promise<Ruleset> {
    if (this.#tried?.trialId !== key.trialId)
      this.#tried = { trialId: key.trialId, ruleset: await this.get(transaction, key, sources, { change: {}, now }) };
    return this.#tried.ruleset;
  }

  async #standard(
    transaction: Transaction,
    { channelId }: ConnectionKey,
    sources: SourceVersions,
  ): Promise<CheckedStandard> {
    const { adapterId, standardVersion } = sources;
    const name = JSON.stringify([adapterId, channelId, standardVersion]);
    const standard = this.#standards.get(name) ?? (await requireStandard(transaction, { ...sources, channelId }));
    this.#standards.delete(name);
    this.#standards.set(name, standard);
    const [oldest] = this.#standards.keys();
    if (this.#standards.size > maxKept && oldest !== undefined) this.#standards.delete(oldest);
    return standard;
  }
}

async function loadDraft(transaction: Transaction, key: ConnectionKey, { attributes }: RulesetFacts): Promise<Mapping> {
  const stored = await findMapping(transaction, key, 0);
  if (stored === undefined) return { format: mappingFormat };
  const index = new AttributeIndex([...reservedAttributes, ...attributes]);
  return readMapping(transaction, key, 0, { outline: restoredForm(stored, { attributes: index }) });
}

function changed(mapping: Mapping, { target, entries, category }: DraftChange): Mapping {
  const next = { ...mapping, ...(category && { category }) };
  if (target === undefined || entries === undefined) return next;
  const others = (mapping.targets ?? []).filter((entry) => entry.target !== target);
  return { ...next, targets: [...others, ...entries] };
}
