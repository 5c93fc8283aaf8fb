import { requireOneMore } from '../../access/index.ts';
import type { ChannelCapability, SubmitAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  findConnection,
  listAccounts,
  lockConnection,
  saveLastChange,
  unknownAccount,
  unknownChannel,
  unknownConnection,
  type ConnectionKey,
} from '../../channels/index.ts';
import { addEvents } from '../../events/index.ts';
import { findGate, type Gate, type GateDeps, withAccount } from '../../readiness/index.ts';
import {
  type Clock,
  describeSpan,
  type Connection,
  type Database,
  PimentoError,
  type AdapterId,
  type Transaction,
} from '../../platform/index.ts';
import { pinAssets } from '../snapshot/asset-pin-store.ts';
import { markSubmitted } from '../progress/channel-product-store.ts';
import { isChosen, type ProductChoice } from '../snapshot/product-choice-views.ts';
import { takeGatedSnapshot } from '../snapshot/gated-snapshot-store.ts';
import { takeSnapshot } from '../snapshot/snapshot-store.ts';
import type { Snapshot } from '../snapshot/snapshot-types.ts';
import { createSubmissionRow } from '../progress/submission-store.ts';
import type { SubmissionOrigin } from '../submission-types.ts';
import { skipsOf } from './skip-rules.ts';
import type { SubmitKey } from './submit-key-store.ts';

export interface SubmitDeps {
  database: Database;
  clock: Clock;
  /**
   * Evaluates products for accounts whose fields or lists the ruleset reads. If undefined, such a ruleset can be used only with the
   * evaluation account.
   */
  evaluations?: GateDeps['evaluations'];
}

export interface SubmitRequest {
  key: ConnectionKey;
  choice: ProductChoice;
  /** Null selects the only Connected account. */
  accountId: string | null;
  comment: string | null;
  /** The expected number of products. A submit also counts skipped products, a withdrawal does not. Undefined allows any number. */
  expected?: number | undefined;
  /** If true and the channel allows it, also submits products that do not fulfil the data standard. */
  allowInvalid?: boolean | undefined;
  /** If true, a gated connection skips products that are already on the channel in the form in which they would be submitted. */
  skipUnchanged?: boolean | undefined;
  origin: SubmissionOrigin;
  actor: string;
  /** If defined, a request with a key that was already used gets the first response and submits nothing. */
  once?: SubmitKey | undefined;
}

/** @throws PimentoError unknown-channel, unknown-connection */
export async function requireConnection(
  connection: Connection,
  key: ConnectionKey,
): Promise<{ adapterId: AdapterId; batchSize: number; capabilities: readonly ChannelCapability[] }> {
  const found = await findConnection(connection, key);
  if (!found) throw unknownChannel(key.channelId);
  if (!found.connected) throw unknownConnection(key.channelId);
  return found;
}

interface ChosenAccount {
  accountId: string;
  name: string;
}

/**
 * Returns the account to submit with, which must be Connected. If `accountId` is null, returns the only Connected account.
 * @throws PimentoError unknown-account, invalid-body, not-possible-now
 */
export async function chooseAccount(
  connection: Connection,
  key: ConnectionKey,
  accountId: string | null,
): Promise<ChosenAccount> {
  const accounts = await listAccounts(connection, key);
  if (accountId !== null) {
    const account = accounts.find((one) => one.accountId === accountId);
    if (!account) throw unknownAccount(accountId);
    if (account.state === 'Connected') return account;
    throw new PimentoError(
      problem('not-possible-now', { kind: 'account-state', account: account.name, state: account.state }),
    );
  }
  const [only, second] = accounts.filter((account) => account.state === 'Connected');
  if (!only) throw new PimentoError(problem('not-possible-now', { kind: 'no-account' }));
  if (second) throw new PimentoError(problem('invalid-body', { kind: 'several-accounts' }));
  return only;
}

/**
 * Maximum time that a submit waits for each lock, because the request waits and occupies a database connection. Submits of one client to
 * one channel wait for each other while their products are marked.
 */
export const submitLockWaitMs = 10_000;

/** @throws PimentoError count-differs if the number of products is not the expected number */
export function requireCount(
  expected: number | undefined,
  count: number,
  kind: 'submission' | 'marking' = 'submission',
): void {
  if (expected === undefined || expected === count) return;
  throw new PimentoError(problem('count-differs', { kind, count, expected }), { count });
}

/** Thrown if the evaluations of some chosen products are not current. Evaluate these products and repeat the submit. */
export class OutdatedEvaluationsError extends Error {
  override readonly name = 'OutdatedEvaluationsError';
}

/** @returns undefined if the connection has no gate @throws PimentoError mapping-not-published, not-possible-now */
async function findGateFor(
  { evaluations }: SubmitDeps,
  transaction: Transaction,
  { key, choice, allowInvalid = false }: SubmitRequest,
  { accountId }: ChosenAccount,
): Promise<Gate | undefined> {
  const gate = await findGate(transaction, key, { allowInvalid });
  if (gate === undefined || evaluations === undefined) return gate;
  const chosen = isChosen(key, choice, { isGated: true });
  return withAccount(transaction, { evaluations, gate }, key, { accountId, chosen });
}

function takeChosen(
  transaction: Transaction,
  { key, choice, skipUnchanged = false }: SubmitRequest,
  { submissionId, accountId, gate }: { submissionId: string; accountId: string; gate: Gate | undefined },
): Promise<Snapshot> {
  if (gate === undefined) return takeSnapshot(transaction, key, submissionId, choice);
  return takeGatedSnapshot(transaction, key, submissionId, {
    choice,
    gate,
    unchangedOn: skipUnchanged ? accountId : undefined,
  });
}

/**
 * Submits products in their current state, in the given transaction. Takes the snapshot, sets the states on the channel, and adds the
 * adapter's event to the outbox. The connection is locked only after the snapshot, because the snapshot takes most of the time.
 * @param repeats true to throw OutdatedEvaluationsError instead of skipping products without a current evaluation
 * @throws PimentoError unknown-channel, unknown-connection, quota-exceeded, unknown-account, invalid-body, mapping-not-published,
 * not-possible-now, count-differs
 */
export async function submitProducts(
  deps: SubmitDeps,
  transaction: Transaction,
  request: SubmitRequest,
  { repeats = false }: { repeats?: boolean } = {},
): Promise<SubmitAnswer> {
  const { key, comment } = request;
  const channel = await requireConnection(transaction, key);
  await requireOneMore(transaction, key.clientId, 'events');
  const account = await chooseAccount(transaction, key, request.accountId);
  const submissionId = deps.clock.newId();
  const gate = await findGateFor(deps, transaction, request, account);
  const snapshot = await takeChosen(transaction, request, { submissionId, accountId: account.accountId, gate });
  if (repeats && (snapshot.checkingCount ?? 0) > 0) throw new OutdatedEvaluationsError();
  const skips = skipsOf(request.choice, snapshot);
  requireCount(request.expected, snapshot.count + snapshot.skippedCount);
  if (snapshot.count === 0) return { submissionId: null, submitted: 0, ...skips, missingAssets: 0 };
  describeSpan({ 'pimento.submission': submissionId });
  await createSubmissionRow(transaction, channel.adapterId, {
    ...key,
    submissionId,
    accountId: account.accountId,
    accountName: account.name,
    comment,
    operation: 'submit',
    origin: request.origin,
    actor: request.actor,
    productCount: snapshot.count,
    batchSize: channel.batchSize,
    snapshotHash: snapshot.hash,
    createdAt: deps.clock.now(),
    rulesetNo: gate?.account?.rulesetNo ?? gate?.rulesetNo ?? null,
  });
  const missingAssets =
    snapshot.missingAssets ?? (await pinAssets(transaction, { clientId: key.clientId, submissionId }));
  const lastChange = await lockConnection(transaction, key);
  if (lastChange === undefined) throw unknownConnection(key.channelId);
  // The account may have been deleted while the snapshot was being taken.
  await chooseAccount(transaction, key, account.accountId);
  const changes = await markSubmitted(transaction, { ...key, lastChange, at: deps.clock.now() }, submissionId);
  await saveLastChange(transaction, key, lastChange + changes);
  await addEvents(transaction, channel.adapterId, [
    {
      ...key,
      eventType: 'SUBMIT_EVENT',
      subject: submissionId,
      data: { submissionId, accountId: account.accountId, productCount: snapshot.count, comment },
    },
  ]);
  return { submissionId, submitted: snapshot.count, ...skips, missingAssets };
}
