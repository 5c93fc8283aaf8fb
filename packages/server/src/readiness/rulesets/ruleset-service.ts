import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../platform/core.ts';
import { formulaAttributesOfClient } from '../../standards/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { Ruleset } from '../evaluate/ruleset.ts';
import { daysOf, identityOfFacts, readReportedLists, usedFacts } from './ruleset-facts-rules.ts';
import { isNeutralVersion } from './neutral-change-service.ts';
import { inputOf, loadMapping, requireStandard } from './ruleset-loader-service.ts';
import { appendRuleset, appendRulesetChanges, startPass, useRuleset } from './ruleset-store.ts';
import type { ConnectionKey, RulesetFacts } from './ruleset-types.ts';
import { findRuleset, findSources, findRulesetNo, listDatedRulesets, type SourceVersions } from './ruleset-views.ts';

/** Raised when a check is corrected, so that all products are evaluated again. */
const engine = 1;

/**
 * Computes the ruleset of a connection. If it differs from the current one, it is stored and a pass starts.
 * @param now the point in time of `today`
 */
export async function refreshRuleset(transaction: Transaction, key: ConnectionKey, now: Date): Promise<void> {
  const sources = await findSources(transaction, key);
  const mappingVersion = sources?.mappingVersion ?? null;
  if (sources === undefined || mappingVersion === null) {
    await useRuleset(transaction, key, null);
    return;
  }
  const { standardVersion } = sources;
  const known = await factsOf(transaction, key, sources);
  const standard = await requireStandard(transaction, { ...sources, ...key });
  const mapping = await loadMapping(transaction, key, mappingVersion, known.attributes);
  const compiled = new Ruleset(inputOf(standard, mapping, known, now));
  const { dependencies } = compiled.formulas;
  const facts = usedFacts(known, dependencies, standard);
  const zones = [...dependencies.zones].toSorted();
  const days = zones.length === 0 ? null : daysOf(zones, now);
  const hashOf = (version: number) =>
    createHash('sha256')
      .update(JSON.stringify([version, mappingVersion, identityOfFacts(facts), zones, days, engine]))
      .digest('hex');
  const contentHash = hashOf(standardVersion);
  const current = await findCurrent(transaction, key);
  if (current?.contentHash === contentHash) return;
  const ruleset = { ...key, standardVersion, mappingVersion, facts, contentHash, asOf: now, zones, engine };
  const isOtherStandard = current !== undefined && current.contentHash === hashOf(current.standardVersion);
  const versions = { from: current?.standardVersion ?? 0, to: standardVersion };
  const connection = { ...key, adapterId: sources.adapterId };
  if (isOtherStandard && (await isNeutralVersion(transaction, connection, versions, { mapping, standard })))
    await appendRuleset(transaction, { ...ruleset, compatibleFrom: current.compatibleFrom });
  else await startPass(transaction, key, await appendRuleset(transaction, ruleset));
}

/** Lists connections whose ruleset uses `today` and is of a former day in one of its time zones. */
export async function listMidnightChanges(transaction: Transaction, now: Date): Promise<void> {
  const dated = await listDatedRulesets(transaction);
  const outdated = dated.filter(({ zones, asOf }) => !isDeepStrictEqual(daysOf(zones, asOf), daysOf(zones, now)));
  if (outdated.length > 0) await appendRulesetChanges(transaction, outdated);
}

async function findCurrent(transaction: Transaction, key: ConnectionKey) {
  const rulesetNo = await findRulesetNo(transaction, key);
  return rulesetNo === undefined ? undefined : findRuleset(transaction, key, rulesetNo);
}

/** Returns what formulas can read besides products: all that the client has. */
export async function factsOf(
  transaction: Transaction,
  { clientId }: ConnectionKey,
  { clientLists, accountLists, account, accountFields }: SourceVersions,
): Promise<RulesetFacts> {
  const plain = accountFields.filter(({ type }) => type === 'string');
  return {
    attributes: formulaAttributesOfClient(await loadStructure(transaction, clientId)),
    clientLists: readReportedLists(clientLists),
    accountLists: readReportedLists(accountLists),
    // A field without a value is known to formulas, and empty.
    accountFields: Object.fromEntries(plain.map(({ id }) => [id, account?.[id] ?? ''])),
  };
}
