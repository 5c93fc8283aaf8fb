import { createHash } from 'node:crypto';
import { type CategoryRules, type Mapping, mappingFormat, type MappingEntry } from '@pimento/contract';
import { AttributeIndex, reservedAttributes } from '@pimento/formula';
import type { Transaction } from '../../platform/core.ts';
import { type CheckedStandard, findMapping, readMapping, restoredForm } from '../../standards/core.ts';
import { Ruleset } from '../evaluate/ruleset.ts';
import type { RulesetInput } from '../evaluate/ruleset-input.ts';
import { timeOf } from './ruleset-facts-rules.ts';
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

/** A stored draft, compiled. */
interface CompiledDraft {
  /** Identifies the content of the draft, its data standard, and the facts that its formulas read. */
  name: string;
  input: RulesetInput;
  ruleset: Ruleset;
  /** Time at which the formulas were compiled, in milliseconds since 1970. */
  compiledAt: number;
  /** Number of changes that were compiled together with the formulas of the draft. */
  changes: number;
}

/**
 * Maximum number of drafts that are kept. A draft with 200,000 entries of value maps takes about 20 MB, plus its compiled formulas and
 * those of its changes. Its data standard is shared with the cache, unless the cache has already removed it.
 */
const maxKept = 2;
/**
 * Maximum number of changes that share the compiled formulas of a draft. The formulas of all these changes are kept as long as the draft.
 */
const maxChanges = 100;
const minuteMs = 60_000;

/**
 * Compiles drafts of mappings to rulesets. Keeps the last drafts, because a person who edits a formula requests a preview after each change.
 * Compiling 100 targets and 5,000 entries takes longer than evaluating 50 products. A change of one target compiles only the formulas that
 * the draft does not have.
 */
export class DraftRulesets {
  readonly #standards: StandardCache;
  #kept: readonly CompiledDraft[] = [];
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
    const source = await this.#readSource(transaction, key, sources, now);
    if (change.mapping !== undefined)
      return new Ruleset(inputOf(source.standard, changed(change.mapping, change), source.facts, now));
    const kept = await this.#findOrCompile(transaction, key, source);
    this.#kept = [kept, ...this.#kept.filter((one) => one.name !== kept.name)].slice(0, maxKept);
    const mapping = changed(kept.input.mapping, change);
    if (mapping === kept.input.mapping) return kept.ruleset;
    kept.changes += 1;
    // The change may read `today` even if the draft does not.
    return new Ruleset({ ...kept.input, mapping, asOf: timeOf(now) }, kept.ruleset.formulas);
  }

  async #readSource(
    transaction: Transaction,
    key: ConnectionKey,
    sources: SourceVersions,
    now: Date,
  ): Promise<DraftSource> {
    const facts = await factsOf(transaction, key, sources);
    const standard = await this.#standards.get(transaction, { ...sources, ...key });
    return { sources, standard, facts, now };
  }

  async #findOrCompile(transaction: Transaction, key: ConnectionKey, source: DraftSource): Promise<CompiledDraft> {
    const stored = await findMapping(transaction, key, 0);
    const name = nameOf(key, source.sources, source.facts, stored);
    return this.#find(name, source.now) ?? compile(transaction, key, { ...source, name, stored });
  }

  #find(name: string, now: Date): CompiledDraft | undefined {
    const kept = this.#kept.find((one) => one.name === name);
    if (kept === undefined || kept.changes >= maxChanges) return undefined;
    // `today` changes at midnight of any time zone, which is at a full minute.
    const isSameMinute = Math.floor(kept.compiledAt / minuteMs) === Math.floor(now.getTime() / minuteMs);
    return isSameMinute || kept.ruleset.formulas.dependencies.zones.size === 0 ? kept : undefined;
  }

  /**
   * Compiles the stored draft. Keeps it only until another trial runs, so that a trial does not displace a draft that a person is editing.
   */
  async getOfTrial(
    transaction: Transaction,
    key: ConnectionKey & { trialId: string },
    sources: SourceVersions,
    now: Date,
  ): Promise<Ruleset> {
    if (this.#tried?.trialId !== key.trialId) {
      const source = await this.#readSource(transaction, key, sources, now);
      const { ruleset } = await this.#findOrCompile(transaction, key, source);
      this.#tried = { trialId: key.trialId, ruleset };
    }
    return this.#tried.ruleset;
  }
}

type StoredDraft = NonNullable<Awaited<ReturnType<typeof findMapping>>>;

interface DraftSource {
  sources: SourceVersions;
  standard: CheckedStandard;
  facts: RulesetFacts;
  now: Date;
}

const emptyMapping: Mapping = { format: mappingFormat };

const nameOf = (
  { clientId, channelId }: ConnectionKey,
  { adapterId, standardVersion }: SourceVersions,
  facts: RulesetFacts,
  stored: StoredDraft | undefined,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([clientId, channelId, adapterId, standardVersion, stored?.revision, stored?.documentHash, facts]),
    )
    .digest('hex');

async function compile(
  transaction: Transaction,
  key: ConnectionKey,
  {
    name,
    stored,
    standard,
    facts,
    now,
  }: Omit<DraftSource, 'sources'> & { name: string; stored: StoredDraft | undefined },
): Promise<CompiledDraft> {
  const mapping = stored === undefined ? emptyMapping : await loadDraft(transaction, key, stored, facts);
  const input = inputOf(standard, mapping, facts, now);
  return { name, input, ruleset: new Ruleset(input), compiledAt: now.getTime(), changes: 0 };
}

/** Loads the stored draft. Its formulas name attributes by their current ids. */
async function loadDraft(
  transaction: Transaction,
  key: ConnectionKey,
  stored: StoredDraft,
  { attributes }: RulesetFacts,
): Promise<Mapping> {
  const index = new AttributeIndex([...reservedAttributes, ...attributes]);
  return readMapping(transaction, key, 0, { outline: restoredForm(stored, { attributes: index }) });
}

function changed(mapping: Mapping, { target, entries, category }: DraftChange): Mapping {
  if (category === undefined && (target === undefined || entries === undefined)) return mapping;
  const next = { ...mapping, ...(category && { category }) };
  if (target === undefined || entries === undefined) return next;
  const others = (mapping.targets ?? []).filter((entry) => entry.target !== target);
  return { ...next, targets: [...others, ...entries] };
}
