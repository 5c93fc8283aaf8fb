import { type ClientId, type Database, errorCode, type Transaction, transaction } from '../../platform/core.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { findAccountRuleset, refreshRuleset } from '../rulesets/ruleset-service.ts';
import { dequeueRulesetChanges } from '../rulesets/ruleset-store.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { type EvaluatedChannel, evaluateProducts } from './batch-service.ts';
import { appendChange, dequeueInputs, findListing, lockClientInTime, saveListedFrom } from './change-store.ts';
import { listChannels } from './evaluation-service.ts';

/** Locks a client and runs `work` immediately instead of in the background. @returns undefined if a lock was not free in time */
async function workOn<T>(
  database: Database,
  clientId: ClientId,
  work: (opened: Transaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await transaction(database, async (opened) => {
      await lockClientInTime(opened, clientId);
      return work(opened);
    });
  } catch (error) {
    const isLockTimeout = errorCode(error) === '55P03';
    if (isLockTimeout) return undefined;
    throw error;
  }
}

/**
 * Replaces the outdated rulesets of a client.
 * @returns `waiting` if another process has locked the client, or if transactions are running that do not list their changes to the
 * client's products
 */
export async function refreshRulesets(
  { database, rulesets, now }: { database: Database; rulesets: RulesetCache; now: () => Date },
  clientId: ClientId,
): Promise<'done' | 'waiting'> {
  const outcome = await workOn(database, clientId, async (opened) => {
    const listing = await findListing(opened, clientId);
    if (listing === undefined) return 'done';
    if (listing.isNew) await saveListedFrom(opened, clientId);
    if (!listing.isListed) return 'waiting';
    for (const channelId of await dequeueRulesetChanges(opened, clientId))
      await refreshRuleset(opened, { clientId, channelId }, { standards: rulesets.standards, now: now() });
    return 'done';
  });
  return outcome ?? 'waiting';
}

/**
 * Evaluates products on all channels of a client.
 * @param productIds in ascending order
 * @returns the number of products at the start of the list that were evaluated; 0 if a lock was not free in time
 */
export async function evaluateRequested(
  { database, rulesets }: { database: Database; rulesets: RulesetCache },
  clientId: ClientId,
  productIds: readonly string[],
): Promise<number> {
  const evaluated = await workOn(database, clientId, async (opened) =>
    renewEvaluations(opened, clientId, await listChannels(opened, clientId, rulesets), productIds),
  );
  return evaluated ?? 0;
}

/**
 * Evaluates products so that they are current afterwards, even while a pass is in progress. The client must be locked.
 * @returns the number of products at the start of the list that were evaluated
 */
export async function renewEvaluations(
  transaction: Transaction,
  clientId: ClientId,
  channels: readonly EvaluatedChannel[],
  productIds: readonly string[],
): Promise<number> {
  // Must run before the products are read, so that a change after the read stays on the list.
  await dequeueInputs(transaction, clientId, productIds);
  const renewed = channels.map((channel) => ({ ...channel, renews: true }));
  const done = await evaluateProducts(transaction, clientId, renewed, productIds);
  if (done < productIds.length) await appendChange(transaction, clientId, 'input', productIds.slice(done));
  return done;
}

/**
 * Locks the client and calls `findAccountRuleset`.
 * @returns the number of the ruleset; `none` if `findAccountRuleset` returns undefined; `waiting` if a lock was not free in time
 */
export async function requestAccountRuleset(
  { database, rulesets }: { database: Database; rulesets: RulesetCache },
  key: ConnectionKey,
  accountId: string,
): Promise<number | 'none' | 'waiting'> {
  const found = await workOn(
    database,
    key.clientId,
    async (opened) => (await findAccountRuleset(opened, key, accountId, rulesets.standards)) ?? 'none',
  );
  return found ?? 'waiting';
}
