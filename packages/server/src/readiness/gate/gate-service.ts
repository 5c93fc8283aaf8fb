import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '@pimento/contract/problem';
import type { RawBuilder } from 'kysely';
import { type Clock, type Connection, type Database, PimentoError } from '../../platform/index.ts';
import type { EvaluationTasks } from '../thread/evaluation-task-types.ts';
import { notPublished } from '../reports/readiness-service.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { type Gate, judgeGate } from './gate-rules.ts';
import { findGateState } from './gate-views.ts';
import { listStale } from './stale-product-views.ts';

/** Number of products per evaluation task. */
const chunkSize = 1_000;
/** Milliseconds until the next attempt, if the update of the ruleset must wait for other transactions. */
const waitMs = 50;

export interface GateDeps {
  database: Database;
  clock: Clock;
  evaluations: EvaluationTasks;
}

/**
 * Returns the gate of a connection.
 * @returns undefined if all products may be submitted or the client is not connected
 * @throws PimentoError mapping-not-published, not-possible-now
 */
export async function findGate(
  connection: Connection,
  key: ConnectionKey,
  request: { allowInvalid: boolean },
): Promise<Gate | undefined> {
  const state = await findGateState(connection, key);
  if (state === undefined) return undefined;
  const verdict = judgeGate(state, request);
  switch (verdict.kind) {
    case 'open':
      return undefined;
    case 'gate':
      return verdict.gate;
    case 'mapping-not-published':
      throw notPublished(key);
    case 'invalid-not-allowed':
      throw new PimentoError(problem('not-possible-now', { kind: 'invalid-not-allowed', channelId: key.channelId }));
  }
}

/** Returns how a submit on a connection treats products that are not ready. */
export async function findSubmitRules(
  connection: Connection,
  key: ConnectionKey,
): Promise<{ submitsNotReady: boolean; mayAllowInvalid: boolean }> {
  const state = await findGateState(connection, key);
  const verdict = state && judgeGate(state, { allowInvalid: false });
  const submitsNotReady = verdict?.kind === 'open' || (verdict?.kind === 'gate' && verdict.gate.passes === 'all');
  return { submitsNotReady, mayAllowInvalid: verdict?.kind === 'gate' && state?.allowsInvalid === true };
}

/**
 * Updates the ruleset of a gated connection, and evaluates the chosen products whose evaluations are not current. Ends early when the time
 * limit is reached. The gate then rejects the products that have not been evaluated.
 * @param chosen a condition on the table `product`
 * @param until the time limit, by the monotonic clock
 */
export async function bringUpToDate(
  { database, clock, evaluations }: GateDeps,
  key: ConnectionKey,
  chosen: RawBuilder<boolean>,
  until: number,
): Promise<void> {
  const isInTime = () => clock.monotonic() < until;
  const state = await findGateState(database, key);
  if (state === undefined || !state.hasMapping || !state.isBehind) return;
  while ((await evaluations.run('rulesets', key.clientId)) === 'waiting') {
    if (!isInTime()) return;
    await sleep(waitMs);
  }
  let after = '';
  while (isInTime()) {
    const stale = await listStale(database, key, chosen, { after, max: chunkSize });
    if (stale.length === 0) return;
    const done = await evaluations.run('products', { clientId: key.clientId, productIds: stale });
    after = stale[done - 1] ?? after;
  }
}
