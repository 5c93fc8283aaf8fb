import { type ClientId, type Database, type ThreadTime, type Transaction, transaction } from '../../platform/core.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { listMidnightChanges, refreshRuleset } from '../rulesets/ruleset-service.ts';
import { dequeueRulesetChanges } from '../rulesets/ruleset-store.ts';
import { listCurrentRulesets } from '../rulesets/ruleset-views.ts';
import { type Ahead, type EvaluatedChannel, evaluateProducts } from './batch-service.ts';
import { appendChange, claimClient, dequeueChanges, postponeClient, saveListedFrom } from './change-store.ts';
import { findPass, listNext, savePass } from './pass-store.ts';

/** Maximum number of changed products per step. */
const stepSize = 1_000;
/**
 * Maximum number of products per step of a pass. The longer a step, the smaller the share of its pages that are read or written while
 * nothing is evaluated. A step also ends after two seconds.
 */
const passStepSize = 4_000;

export interface StepDeps {
  database: Database;
  rulesets: RulesetCache;
  now: () => Date;
  /** Divides the time of the thread between steps and requests. */
  time: ThreadTime;
}

/** The outcome of a step. `waiting` means that transactions are running that do not list their changes to the client's products. */
export type StepOutcome = 'worked' | 'idle' | 'waiting';

/**
 * Does the next step for one client, in one transaction. Replaces outdated rulesets if there are any, otherwise evaluates changed products
 * on all channels, otherwise continues a pass. The client is locked, so that two processes cannot write evaluations of one product in the
 * wrong order. Nothing is lost if the process is killed, because the transaction that evaluates products also removes their changes from
 * the list.
 */
export async function evaluateNext(deps: StepDeps): Promise<StepOutcome> {
  const claimed: { clientId?: ClientId } = {};
  try {
    return await evaluateClient(deps, claimed);
  } catch (error) {
    // Moves the client to the end of the queue, so that a client whose evaluation fails does not block other clients.
    const { clientId } = claimed;
    if (clientId !== undefined) await transaction(deps.database, (opened) => postponeClient(opened, clientId));
    throw error;
  }
}

async function evaluateClient(
  { database, rulesets, now, time }: StepDeps,
  claimed: { clientId?: ClientId },
): Promise<StepOutcome> {
  return transaction(database, async (transaction) => {
    const client = await claimClient(transaction);
    if (client === undefined) return 'idle';
    const { clientId } = client;
    claimed.clientId = clientId;
    if (client.isNew) {
      await saveListedFrom(transaction, clientId);
      return 'worked';
    }
    if (!client.isListed) return 'waiting';
    if (client.hasRulesetChanges) {
      for (const channelId of await dequeueRulesetChanges(transaction, clientId))
        await refreshRuleset(transaction, { clientId, channelId }, { standards: rulesets.standards, now: now() });
      return 'worked';
    }
    const channels = await listChannels(transaction, clientId, rulesets);
    const changed = await dequeueChanges(transaction, clientId, stepSize);
    const ahead = { database, slices: time.backgroundSlices() };
    if (changed.length === 0) await continuePass(transaction, ahead, clientId, channels);
    else {
      const done = await evaluateProducts(transaction, clientId, channels, changed, ahead);
      if (done < changed.length) await appendChange(transaction, clientId, 'input', changed.slice(done));
    }
    return 'worked';
  });
}

/** Adds connections to the list of outdated connections if a new day has begun since their ruleset was computed. */
export async function findOutdated({ database, now }: Pick<StepDeps, 'database' | 'now'>): Promise<void> {
  await transaction(database, (opened) => listMidnightChanges(opened, now()));
}

/** Returns the channels on which products of a client are evaluated. */
export async function listChannels(
  transaction: Transaction,
  clientId: ClientId,
  rulesets: RulesetCache,
): Promise<EvaluatedChannel[]> {
  const channels: EvaluatedChannel[] = [];
  for (const current of await listCurrentRulesets(transaction, clientId)) {
    const { channelId, rulesetNo } = current;
    channels.push({ ...current, ruleset: await rulesets.get(transaction, { clientId, channelId }, rulesetNo) });
  }
  return channels;
}

async function continuePass(
  transaction: Transaction,
  ahead: Ahead,
  clientId: ClientId,
  channels: readonly EvaluatedChannel[],
): Promise<void> {
  const pass = await findPass(transaction, clientId);
  if (pass === undefined) return;
  const { channelId } = pass;
  const channel = channels.filter((one) => one.channelId === channelId);
  const next = channel.length === 0 ? [] : await listNext(transaction, clientId, pass, passStepSize);
  const done = await evaluateProducts(transaction, clientId, channel, next, ahead);
  const isEnd = done === next.length && next.length < passStepSize;
  const builtThrough = isEnd ? null : (next[done - 1] ?? null);
  await savePass(transaction, clientId, channelId, { builtThrough, done });
}
