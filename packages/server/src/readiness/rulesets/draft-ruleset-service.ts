import { type CategoryRules, type Mapping, mappingFormat, type MappingEntry } from '@pimento/contract';
import { AttributeIndex, reservedAttributes } from '@pimento/formula';
import type { Transaction } from '../../platform/core.ts';
import { findMapping, readMapping, restoredForm } from '../../standards/core.ts';
import { Ruleset } from '../evaluate/ruleset.ts';
import { inputOf } from './ruleset-loader-service.ts';
import { factsOf } from './ruleset-service.ts';
import type { ConnectionKey, RulesetFacts } from './ruleset-types.ts';
import type { SourceVersions } from './ruleset-views.ts';
import type { StandardCache } from './standard-cache.ts';

/** Changes to the stored draft that are evaluated but not stored. */
export interface DraftChange {
  mapping?: Mapping | undefined;
  /** If given, only the entries of this target are replaced. */
  target?: string | undefined;
  entries?: readonly MappingEntry[] | undefined;
  /** If given, the category rules are replaced. */
  category?: CategoryRules | undefined;
}

/** The value maps and tables of a stored draft. */
interface DraftValues {
  /** Identifies the draft and its revision, which rises with each change to an entry. */
  name: string;
  values: Pick<Mapping, 'maps' | 'tables'>;
}

/** Maximum number of drafts whose values are kept. A draft with 200,000 entries takes about 20 MB. */
const maxKept = 2;

/**
 * Compiles drafts of mappings to rulesets. A person who edits a formula requests a preview after each change. The value maps and tables of
 * the last drafts are therefore cached, because reading 5,000 entries takes as long as everything else together.
 */
export class DraftRulesets {
  readonly #standards: StandardCache;
  #values: readonly DraftValues[] = [];
  #tried: { trialId: string; ruleset: Ruleset } | undefined;

  constructor(standards: StandardCache) {
    this.#standards = standards;
  }

  async get(
    transaction: Transaction,
    key: ConnectionKey,
    sources: SourceVersions,
    { change, now }: { change: DraftChange; now: Date },
  ): Promise<Ruleset> {
    const facts = await factsOf(transaction, key, sources);
    const mapping = change.mapping ?? (await this.#loadDraft(transaction, key, facts));
    const standard = await this.#standards.get(transaction, { ...sources, ...key });
    return new Ruleset(inputOf(standard, changed(mapping, change), facts, now));
  }

  async #loadDraft(transaction: Transaction, key: ConnectionKey, { attributes }: RulesetFacts): Promise<Mapping> {
    const stored = await findMapping(transaction, key, 0);
    if (stored === undefined) return { format: mappingFormat };
    const index = new AttributeIndex([...reservedAttributes, ...attributes]);
    const outline = restoredForm(stored, { attributes: index });
    const name = JSON.stringify([key.clientId, key.channelId, stored.revision, stored.documentHash]);
    const { maps, tables } =
      this.#values.find((one) => one.name === name)?.values ?? (await readMapping(transaction, key, 0, { outline }));
    const values = { ...(maps && { maps }), ...(tables && { tables }) };
    this.#values = [{ name, values }, ...this.#values.filter((one) => one.name !== name)].slice(0, maxKept);
    return { ...outline, channelId: key.channelId, ...values };
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
}

function changed(mapping: Mapping, { target, entries, category }: DraftChange): Mapping {
  const next = { ...mapping, ...(category && { category }) };
  if (target === undefined || entries === undefined) return next;
  const others = (mapping.targets ?? []).filter((entry) => entry.target !== target);
  return { ...next, targets: [...others, ...entries] };
}
