import type { Mapping } from '@pimento/contract';
import { AttributeIndex, type FormulaAttribute, reservedAttributes } from '@pimento/formula';
import type { Transaction } from '../../platform/core.ts';
import { type CheckedStandard, findMapping, readMapping, restoredForm, type ValueList } from '../../standards/core.ts';
import { Ruleset } from '../evaluate/ruleset.ts';
import type { RulesetInput } from '../evaluate/ruleset-input.ts';
import { timeOf } from './ruleset-facts-rules.ts';
import type { ConnectionKey, ReportedLists, RulesetFacts, RulesetRow } from './ruleset-types.ts';
import type { StandardCache } from './standard-cache.ts';

/** Compiles a stored ruleset. */
export async function loadRuleset(
  transaction: Transaction,
  row: RulesetRow,
  standards: StandardCache,
): Promise<Ruleset> {
  const standard = await standards.get(transaction, row);
  const mapping = await loadMapping(transaction, row, row.mappingVersion, row.facts.attributes);
  return new Ruleset(inputOf(standard, mapping, row.facts, row.asOf));
}

/** Loads a published mapping. Its formulas name attributes by their current ids. */
export async function loadMapping(
  transaction: Transaction,
  key: ConnectionKey,
  version: number,
  attributes: readonly FormulaAttribute[],
): Promise<Mapping> {
  const stored = await findMapping(transaction, key, version);
  if (stored === undefined) throw new Error(`channel ${key.channelId} has no mapping version ${version}`);
  const index = new AttributeIndex([...reservedAttributes, ...attributes]);
  return readMapping(transaction, key, version, { outline: restoredForm(stored, { attributes: index }) });
}

export function inputOf(standard: CheckedStandard, mapping: Mapping, facts: RulesetFacts, asOf: Date): RulesetInput {
  return {
    standard,
    mapping,
    attributes: facts.attributes,
    reportedLists: { client: listsOf(facts.clientLists), account: listsOf(facts.accountLists) },
    accountFields: new Map(Object.entries(facts.accountFields)),
    asOf: timeOf(asOf),
  };
}

function listsOf(lists: ReportedLists): ReadonlyMap<string, ValueList> {
  return new Map(
    Object.entries(lists).map(([id, values]) => [
      id,
      { id, body: { id }, values: new Map(values.map((value) => [value.value, value])) },
    ]),
  );
}
