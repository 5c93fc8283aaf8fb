import { isDeepStrictEqual } from 'node:util';
import type { AutomaticSubmit } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type ConnectionKey, listAccounts, unknownAccount } from '../../channels/index.ts';
import { type Connection, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { waitForQuiet } from './automatic-rules.ts';
import * as store from './automatic-store.ts';
import { nextRun } from './schedule-rules.ts';
import { requireConnection, type SubmitDeps, submitProducts } from '../submit/submit-service.ts';

/** How often a connection looks whether anything has changed. */
const checkSeconds = 30;
/**
 * How often it compares every product although nothing seems to have changed, for what was committed late: 100,000 products of a channel
 * take the database 0.5 s.
 */
const compareSeconds = 600;

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

const off: Omit<store.AutomaticRow, keyof ConnectionKey> = {
  accountId: null,
  quietSeconds: null,
  schedule: null,
  checkAt: null,
  runAt: null,
  seen: null,
  seenAt: null,
  lastRunAt: null,
  lastSubmissionId: null,
  lastProblem: null,
};

/** @throws PimentoError unknown-channel, unknown-connection */
export async function getAutomatic(connection: Connection, key: ConnectionKey): Promise<AutomaticSubmit> {
  await requireConnection(connection, key);
  const row = (await store.findAutomatic(connection, key)) ?? off;
  return {
    accountId: row.accountId,
    afterImports: row.quietSeconds === null ? null : { quietSeconds: row.quietSeconds },
    schedule: row.schedule,
    nextRun: row.runAt?.toISOString() ?? null,
    lastRun: row.lastRunAt?.toISOString() ?? null,
    lastSubmissionId: row.lastSubmissionId,
    lastProblem: row.lastProblem,
  };
}

type Rules = Pick<AutomaticSubmit, 'accountId' | 'afterImports' | 'schedule'>;

function refuseChanged(stored: Rules, expected: Rules): void {
  const isSame = (['accountId', 'afterImports', 'schedule'] as const).every((rule) =>
    isDeepStrictEqual(stored[rule], expected[rule]),
  );
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
    const { accountId, afterImports, schedule, expected } = rules;
    await store.lockRules(transaction, key);
    if (expected) refuseChanged(await getAutomatic(transaction, key), expected);
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
      checkAt: afterImports === null ? null : now,
      runAt: schedule === null ? null : nextRun(schedule, now),
    });
    return getAutomatic(transaction, key);
  });
}

/** What a run leaves behind in the rules' row. */
type Fared = Pick<store.AutomaticRow, 'lastRunAt' | 'lastSubmissionId' | 'lastProblem'>;

async function submitDue(
  deps: SubmitDeps,
  transaction: Transaction,
  row: store.AutomaticRow,
  origin: 'import' | 'schedule',
): Promise<Fared> {
  const key = { clientId: row.clientId, channelId: row.channelId };
  const answer = await submitProducts(deps, transaction, {
    key,
    choice: { kind: 'due' },
    accountId: row.accountId,
    comment: null,
    origin,
    actor: 'system:automatic-submit',
  });
  const lastProblem =
    answer.skippedCount === 0
      ? null
      : `${answer.skippedCount} product(s) left out: ${answer.skipped[0]?.message ?? ''}`;
  return { lastRunAt: deps.clock.now(), lastSubmissionId: answer.submissionId ?? row.lastSubmissionId, lastProblem };
}

/** Looks for changed products and submits them when they have come to rest. */
async function runAfterImports(
  deps: SubmitDeps,
  transaction: Transaction,
  row: store.AutomaticRow,
  quietSeconds: number,
): Promise<void> {
  const now = deps.clock.now();
  const rest = { ...row, checkAt: later(now, checkSeconds) };
  // read first: what is committed after it shows in the next ones
  const traces = await store.readTraces(transaction, row);
  const isKnown = row.seen === traces && row.seenAt !== null && later(row.seenAt, compareSeconds) > now;
  const due = isKnown ? undefined : await store.measureDue(transaction, row);
  if (!due) {
    await store.saveRun(transaction, isKnown ? rest : { ...rest, seen: traces, seenAt: now });
    return;
  }
  const wait = waitForQuiet(quietSeconds, due);
  if (wait > 0) await store.saveRun(transaction, { ...rest, checkAt: later(now, Math.min(wait, checkSeconds)) });
  else await store.saveRun(transaction, { ...rest, ...(await submitDue(deps, transaction, row, 'import')) });
}

/** Carries out what is due of one connection's rules, and says when to look again. */
async function runRules(deps: SubmitDeps, transaction: Transaction, row: store.AutomaticRow): Promise<void> {
  const now = deps.clock.now();
  if (row.schedule !== null && row.runAt !== null && row.runAt <= now) {
    const fared = await submitDue(deps, transaction, row, 'schedule');
    await store.saveRun(transaction, { ...row, ...fared, runAt: nextRun(row.schedule, now) });
    return;
  }
  if (row.quietSeconds !== null) await runAfterImports(deps, transaction, row, row.quietSeconds);
}

/** Nothing of a run that failed is kept but the reason; it is tried again after a while, a run of the schedule too. */
async function postpone(deps: SubmitDeps, row: store.AutomaticRow, error: unknown): Promise<void> {
  const now = deps.clock.now();
  const lastProblem = error instanceof PimentoError ? error.message : 'Something went wrong; it is tried again.';
  const wait = error instanceof PimentoError ? checkSeconds * 10 : checkSeconds;
  const put = (at: Date | null) => (at !== null && at <= now ? later(now, wait) : at);
  await store.saveRun(deps.database, { ...row, checkAt: put(row.checkAt), runAt: put(row.runAt), lastProblem });
}

/**
 * Carries out the rules of one connection whose time has come. The row lock is the claim: of several processes one does it, and what a
 * process that dies has begun is undone and done by another.
 * @throws whatever went wrong other than a refusal, after it was postponed
 * @returns false where no time has come
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
