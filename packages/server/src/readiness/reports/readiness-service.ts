import type { Readiness } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { findConnection, unknownChannel, unknownConnection } from '../../channels/index.ts';
import { type Connection, type Database, PimentoError, transaction } from '../../platform/index.ts';
import { lockClientEvaluations } from '../evaluations/change-store.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { startPass } from '../rulesets/ruleset-store.ts';
import { findRulesetNo } from '../rulesets/ruleset-views.ts';
import { findReadinessState, listCategoryTallies, listOutcomeTallies, listProblemTallies } from './readiness-views.ts';

/** Maximum number of categories, and maximum number of problems, in an overview. */
const maxListed = 100;

export const notPublished = ({ channelId }: ConnectionKey) =>
  new PimentoError(problem('mapping-not-published', { channelId }));

/**
 * Checks that the client is connected to the channel, and returns the name of the channel.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function requireConnection(connection: Connection, key: ConnectionKey): Promise<string> {
  const found = await findConnection(connection, key);
  if (found === undefined) throw unknownChannel(key.channelId);
  if (!found.connected) throw unknownConnection(key.channelId);
  return found.name;
}

/**
 * Returns the counts of a channel.
 * @throws PimentoError unknown-channel, unknown-connection
 */
export async function getReadiness(connection: Connection, key: ConnectionKey): Promise<Readiness> {
  await requireConnection(connection, key);
  const state = await findReadinessState(connection, key);
  // The client may have been disconnected since the check.
  if (state === undefined) throw unknownConnection(key.channelId);
  const tallies = await listOutcomeTallies(connection, key);
  const count = (outcome: string) => tallies.get(outcome) ?? 0;
  const { standardVersion, mappingVersion, rulesetNo, total, changed, pass } = state;
  const isMapped = rulesetNo !== null && mappingVersion !== null;
  const remaining = state.isRulesetOutdated ? total : pass === null ? 0 : Math.max(0, total - pass.done);
  return {
    channelId: key.channelId,
    standardVersion,
    mappingVersion,
    rulesetNo,
    outcomes: {
      ready: count('ready'),
      incomplete: count('incomplete'),
      invalid: count('invalid'),
      unmapped: isMapped ? count('unmapped') : total,
    },
    pending: mappingVersion === null ? 0 : Math.min(total, remaining + changed),
    pass: pass && { done: pass.done, total, started: pass.startedAt },
    categories: await listCategoryTallies(connection, key, maxListed),
    problems: await listProblemTallies(connection, key, maxListed),
  };
}

/**
 * Starts the evaluation of all products.
 * @throws PimentoError unknown-channel, unknown-connection, mapping-not-published
 */
export async function refreshReadiness(database: Database, key: ConnectionKey): Promise<void> {
  await transaction(database, async (opened) => {
    await requireConnection(opened, key);
    // Waits until the step in progress has ended, so that the ruleset cannot be replaced before the pass starts.
    await lockClientEvaluations(opened, key.clientId);
    const rulesetNo = await findRulesetNo(opened, key);
    if (rulesetNo === undefined) throw notPublished(key);
    await startPass(opened, key, rulesetNo);
  });
}
