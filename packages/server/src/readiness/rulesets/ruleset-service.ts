import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../platform/core.ts';
import { formulaAttributesOfClient } from '../../standards/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { Ruleset } from '../evaluate/ruleset.ts';
import { daysOf, identityOfFacts, readReportedLists, usedFacts } from './ruleset-facts-rules.ts';
import { isNeutralVersion } from './neutral-change-service.ts';
import { inputOf, loadMapping } from './ruleset-loader-service.ts';
import { appendRuleset, appendRulesetChanges, startPass, useRuleset } from './ruleset-store.ts';
import type { ConnectionKey, RulesetFacts } from './ruleset-types.ts';
import {
  findRuleset,
  findRulesetByHash,
  findRulesetNo,
  findSources,
  listDatedRulesets,
  type SourceVersions,
} from './ruleset-views.ts';
import type { StandardCache } from './standard-cache.ts';

/** Version of the checks. Increase it when a check is corrected, so that all products are evaluated again. */
const engine = 1;

interface RulesetDeps {
  standards: StandardCache;
  /** The point in time at which `today` is evaluated. */
  now: Date;
}

/**
 * Computes the ruleset of a connection. If it differs from the current ruleset, stores it, and starts a pass unless all evaluations remain
 * valid. Without a published mapping, the connection gets no ruleset.
 */
export async function refreshRuleset(transaction: Transaction, key: ConnectionKey, deps: RulesetDeps): Promise<void> {
  const sources = await findSources(transaction, key);
  const wanted = sources && (await findWanted(transaction, key, sources, deps));
  if (sources === undefined || wanted === undefined) {
    await useRuleset(transaction, key, null);
    return;
  }
  const { ruleset, hashOf, mapping, standard } = wanted;
  const current = await findCurrent(transaction, key);
  if (current?.contentHash === ruleset.contentHash) return;
  const isOtherStandard = current !== undefined && current.contentHash === hashOf(current.standardVersion);
  const versions = { from: current?.standardVersion ?? 0, to: ruleset.standardVersion };
  const connection = { ...key, adapterId: sources.adapterId };
  const isNeutral =
    isOtherStandard && (await isNeutralVersion(transaction, connection, versions, { mapping, standard }));
  const compatible = isNeutral ? { compatibleFrom: current.compatibleFrom } : {};
  const rulesetNo = await appendRuleset(transaction, { ...ruleset, ...compatible });
  await useRuleset(transaction, key, rulesetNo);
  if (!isNeutral) await startPass(transaction, key, rulesetNo);
}

/**
 * Returns the number of the ruleset for evaluations with an account that is not the evaluation account. Stores the ruleset if it is new.
 * Evaluations by this ruleset are not stored. The client must be locked.
 * @returns undefined if the connection has no ruleset, or if its own ruleset has the same content
 */
export async function findAccountRuleset(
  transaction: Transaction,
  key: ConnectionKey,
  accountId: string,
  standards: StandardCache,
): Promise<number | undefined> {
  const current = await findCurrent(transaction, key);
  const sources = await findSources(transaction, key, accountId);
  const wanted = current && sources && (await findWanted(transaction, key, sources, { standards, now: current.asOf }));
  if (wanted === undefined || wanted.ruleset.contentHash === current?.contentHash) return undefined;
  const { ruleset } = wanted;
  return (await findRulesetByHash(transaction, key, ruleset.contentHash)) ?? appendRuleset(transaction, ruleset);
}

/** Computes a ruleset from its sources. @returns undefined if no mapping is published */
async function findWanted(
  transaction: Transaction,
  key: ConnectionKey,
  sources: SourceVersions,
  { standards, now: asOf }: RulesetDeps,
) {
  const { mappingVersion, standardVersion } = sources;
  if (mappingVersion === null) return undefined;
  const known = await factsOf(transaction, key, sources);
  const standard = await standards.get(transaction, { ...sources, ...key });
  const mapping = await loadMapping(transaction, key, mappingVersion, known.attributes);
  const compiled = new Ruleset(inputOf(standard, mapping, known, asOf));
  const { dependencies } = compiled.formulas;
  const facts = usedFacts(known, dependencies, standard);
  const zones = [...dependencies.zones].toSorted();
  const days = zones.length === 0 ? null : daysOf(zones, asOf);
  const hashOf = (version: number) =>
    createHash('sha256')
      .update(JSON.stringify([version, mappingVersion, identityOfFacts(facts), zones, days, engine]))
      .digest('hex');
  const contentHash = hashOf(standardVersion);
  const ruleset = { ...key, standardVersion, mappingVersion, facts, contentHash, asOf, zones, engine };
  return { ruleset, hashOf, mapping, standard };
}

/**
 * Adds connections to the list of outdated connections if their ruleset uses `today` and was computed on an earlier day in at least one of
 * its time zones.
 */
export async function listMidnightChanges(transaction: Transaction, now: Date): Promise<void> {
  const dated = await listDatedRulesets(transaction);
  const outdated = dated.filter(({ zones, asOf }) => !isDeepStrictEqual(daysOf(zones, asOf), daysOf(zones, now)));
  if (outdated.length > 0) await appendRulesetChanges(transaction, outdated);
}

async function findCurrent(transaction: Transaction, key: ConnectionKey) {
  const rulesetNo = await findRulesetNo(transaction, key);
  return rulesetNo === undefined ? undefined : findRuleset(transaction, key, rulesetNo);
}

/** Returns all data of the client that formulas can read, except products. */
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
    // formulas treat a field without a value as empty, not as unknown
    accountFields: Object.fromEntries(plain.map(({ id }) => [id, account?.[id] ?? ''])),
  };
}
