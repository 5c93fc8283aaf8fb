import { isDeepStrictEqual } from 'node:util';
import type { AutomaticSubmit, SubmitAnswer } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type ConnectionKey, listAccounts, unknownAccount } from '../../channels/index.ts';
import { type Connection, PimentoError, type Transaction, transaction, describeAct } from '../../platform/index.ts';
import { findGate } from '../../readiness/index.ts';
import { faultText, type RunFault, waitForQuiet } from './automatic-rules.ts';
import * as store from './automatic-store.ts';
import { type Ages, findChangeMarker, findDeletedAges, findDueAges } from './due-age-views.ts';
import { nextRun } from './schedule-rules.ts';
import { requireConnection, type SubmitDeps, submitProducts } from '../submit/submit-service.ts';
import { withdrawProducts } from '../submit/withdrawal-service.ts';

/** Seconds between two checks of a connection for changed products. */
const checkSeconds = 30;
/**
 * All products are compared at least this often (seconds), even if the change marker is the same, because a transaction can commit late
 * without changing the marker. For 100,000 products of a channel, the comparison takes the database 0.5 s.
 */
const compareSeconds = 600;

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

const off: Omit<store.AutomaticRow, keyof ConnectionKey> = {
  accountId: null,
  quietSeconds: null,
  schedule: null,
  withdrawDeleted: false,
  checkAt: null,
  runAt: null,
  seen: null,
  seenAt: null,
  lastRunAt: null,
  lastSubmissionId: null,
  lastProblem: null,
  lastFault: null,
};

/** @throws PimentoError unknown-channel, unknown-connection */
export async function getAutomatic(connection: Connection, key: ConnectionKey): Promise<AutomaticSubmit> {
  await requireConnection(connection, key);
  const row = (await store.findAutomatic(connection, key)) ?? off;
  return {
    accountId: row.accountId,
    afterImports: row.quietSeconds === null ? null : { quietSeconds: row.quietSeconds },
    schedule: row.schedule,
    withdrawDeleted: row.withdrawDeleted,
    nextRun: row.runAt?.toISOString() ?? null,
    lastRun: row.lastRunAt?.toISOString() ?? null,
    lastSubmissionId: row.lastSubmissionId,
    lastProblem: row.lastProblem,
    lastFault: row.lastFault && faultText(row.lastFault) === row.lastProblem ? row.lastFault : null,
  };
}

const ruleNames = ['accountId', 'afterImports', 'schedule', 'withdrawDeleted'] as const;
type Rules = Pick<AutomaticSubmit, (typeof ruleNames)[number]>;

function refuseChanged(stored: Rules, expected: Rules): void {
  const isSame = ruleNames.every((rule) => isDeepStrictEqual(stored[rule], expected[rule]));
  if (isSame) return;
  throw new PimentoError(problem('changed-meanwhile', { kind: 'rules' }), { stored });
}

/** @throws PimentoError unknown-channel, unknown-connection, unknown-account, changed-meanwhile */
export async function putAutomatic(
  deps: SubmitDeps,
  key: ConnectionKey,
  rules: Rules & { expected?: Rules | undefined },
): Promise<AutomaticSubmit> {
  return transaction(deps.database, async (transaction) => {
    await requireConnection(transaction, key);
    const { accountId, afterImports, schedule, withdrawDeleted, expected } = rules;
    await store.lockRules(transaction, key);
    const stored = await getAutomatic(transaction, key);
    if (expected) refuseChanged(stored, expected);
    describeAct({
      before: Object.fromEntries(ruleNames.map((rule) => [rule, stored[rule]])),
      after: { accountId, afterImports, schedule, withdrawDeleted },
    });
    if (
      accountId !== null &&
      !(await listAccounts(transaction, key)).some((account) => account.accountId === accountId)
    ) {
      throw unknownAccount(accountId);
    }
    const now = deps.clock.now();
    await store.saveRules(transaction, {
      ...key,
      accountId,
      quietSeconds: afterImports?.quietSeconds ?? null,
      schedule,
      withdrawDeleted,
      checkAt: afterImports === null ? null : now,
      runAt: schedule === null ? null : nextRun(schedule, now),
    });
    return getAutomatic(transaction, key);
  });
}

/** The outcome of a run in its stored form. */
type RunOutcome = Pick<store.AutomaticRow, 'lastRunAt' | 'lastSubmissionId' | 'lastProblem' | 'lastFault'>;

const savedFault = (fault: RunFault | null) => ({ lastProblem: fault && faultText(fault), lastFault: fault });

function skipFault({
  skippedCount,
  skipped: [first],
}: Pick<SubmitAnswer, 'skippedCount' | 'skipped'>): RunFault | null {
  if (first === undefined) return null;
  const { code, message, params } = first;
  return { code, message, ...(params && { params }), skippedCount };
}

function failureFault(error: unknown): RunFault {
  if (!(error instanceof PimentoError))
    return { ...problem('internal-error', { kind: 'automatic-submit' }), skippedCount: 0 };
  const { code, message, params } = error;
  return { code, message, ...(params && { params }), skippedCount: 0 };
}

async function submitDue(
  deps: SubmitDeps,
  transaction: Transaction,
  row: store.AutomaticRow,
  origin: 'import' | 'schedule',
): Promise<RunOutcome> {
  const key = { clientId: row.clientId, channelId: row.channelId };
  const request = { key, accountId: row.accountId, comment: null, origin, actor: 'system:automatic-submit' };
  const answer = await submitProducts(deps, transaction, { ...request, choice: { kind: 'due' } });
  const withdrawal = (await withdrawsDeleted(transaction, row))
    ? await withdrawProducts(deps, transaction, { ...request, choice: { kind: 'deleted' } })
    : undefined;
  const lastSubmissionId = answer.submissionId ?? withdrawal?.submissionId ?? row.lastSubmissionId;
  return { lastRunAt: deps.clock.now(), lastSubmissionId, ...savedFault(skipFault(answer)) };
}

/** Returns true if the rules withdraw deleted products and the channel supports withdrawals. */
async function withdrawsDeleted(connection: Connection, row: store.AutomaticRow): Promise<boolean> {
  return row.withdrawDeleted && (await requireConnection(connection, row)).capabilities.includes('withdraw');
}

/** Returns the ages of the newest and the oldest change that a run would submit. @returns undefined if there is no such change */
async function findAges(connection: Connection, row: store.AutomaticRow): Promise<Ages | undefined> {
  const gate = await findGate(connection, row, { allowInvalid: false });
  const due = await findDueAges(connection, row, gate);
  const deleted = (await withdrawsDeleted(connection, row)) ? await findDeletedAges(connection, row) : undefined;
  if (!due || !deleted) return due ?? deleted;
  return {
    newestAge: Math.min(due.newestAge, deleted.newestAge),
    oldestAge: Math.max(due.oldestAge, deleted.oldestAge),
  };
}

/** Checks for changed products, and submits them if the quiet time is over (see `waitForQuiet`). */
async function runAfterImports(
  deps: SubmitDeps,
  transaction: Transaction,
  row: store.AutomaticRow,
  quietSeconds: number,
): Promise<void> {
  const now = deps.clock.now();
  const checked = { ...row, checkAt: later(now, checkSeconds) };
  // The marker is read before the check. A commit during the check therefore leads to a different marker at the next check.
  const marker = await findChangeMarker(transaction, row);
  const isUnchanged = row.seen === marker && row.seenAt !== null && later(row.seenAt, compareSeconds) > now;
  const due = isUnchanged ? undefined : await findAges(transaction, row);
  if (!due) {
    await store.saveRun(transaction, isUnchanged ? checked : { ...checked, seen: marker, seenAt: now });
    return;
  }
  const wait = waitForQuiet(quietSeconds, due);
  if (wait > 0) await store.saveRun(transaction, { ...checked, checkAt: later(now, Math.min(wait, checkSeconds)) });
  else await store.saveRun(transaction, { ...checked, ...(await submitDue(deps, transaction, row, 'import')) });
}

/** Runs the due rules of one connection, and saves the time of the next run. */
async function runRules(deps: SubmitDeps, transaction: Transaction, row: store.AutomaticRow): Promise<void> {
  const now = deps.clock.now();
  if (row.schedule !== null && row.runAt !== null && row.runAt <= now) {
    const outcome = await submitDue(deps, transaction, row, 'schedule');
    await store.saveRun(transaction, { ...row, ...outcome, runAt: nextRun(row.schedule, now) });
    return;
  }
  if (row.quietSeconds !== null) await runAfterImports(deps, transaction, row, row.quietSeconds);
}

/** After the rollback of a failed run, saves the reason and the time of the retry. Scheduled runs are retried as well. */
async function postpone(deps: SubmitDeps, row: store.AutomaticRow, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const wait = error instanceof PimentoError ? checkSeconds * 10 : checkSeconds;
  const delayed = (at: Date | null) => (at !== null && at <= now ? later(now, wait) : at);
  const fault = savedFault(failureFault(error));
  await store.saveRun(deps.database, { ...row, ...fault, checkAt: delayed(row.checkAt), runAt: delayed(row.runAt) });
}

/**
 * Runs the due rules of one connection. The row of the rules is locked, so only one of several processes runs them. If that process dies,
 * its transaction is rolled back, and another process runs the rules. A failed run is postponed.
 * @returns false if no rules are due
 * @throws the error of a failed run, unless it is a PimentoError
 */
export async function runNextAutomatic(deps: SubmitDeps): Promise<boolean> {
  let claimed: store.AutomaticRow | undefined;
  try {
    return await transaction(deps.database, async (transaction) => {
      claimed = await store.claimDue(transaction, deps.clock.now());
      if (!claimed) return false;
      await runRules(deps, transaction, claimed);
      return true;
    });
  } catch (error) {
    if (!claimed) throw error;
    await postpone(deps, claimed, error);
    if (error instanceof PimentoError) return true;
    throw error;
  }
}
