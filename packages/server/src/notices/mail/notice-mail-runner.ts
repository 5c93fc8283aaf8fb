import type { NoticePreferences } from '@pimento/contract';
import { deliverMail, type Mail, type MailSettings } from '../../access/index.ts';
import {
  createWorker,
  type Database,
  errorCode,
  transaction,
  type Worker,
  type WorkerDeps,
  type WorkerRun,
} from '../../platform/index.ts';
import { mailDueAt, mailIntervalMs } from '../inbox/mail-schedule-rules.ts';
import { getPreferences } from '../inbox/notice-setting-views.ts';
import { type NoticeRow, noticeView } from '../inbox/notice-views.ts';
import { judgeFailure } from './mail-outcome-rules.ts';
import { noticeMail } from './notice-mail-rules.ts';
import * as mailStore from './notice-mail-store.ts';
import { type Addressee, findAddressee, listUnmailed } from './notice-mail-views.ts';

export interface NoticeMailDeps extends WorkerDeps {
  database: Database;
  /** The URL of the console. Undefined if it is not configured. */
  baseUrl: string | undefined;
}

/** Duration of a claim. It is longer than a delivery can take, so that no other process sends the same e-mail at the same time. */
const claimMs = 5 * 60_000;

/** Returns the e-mail with the notices to be sent (see `listUnmailed`). @returns undefined if there are none */
async function composeMail(
  { database, baseUrl }: NoticeMailDeps,
  claimed: mailStore.ClaimedMail & Addressee,
  preferences: NoticePreferences,
): Promise<{ mail: Mail; rows: NoticeRow[] } | undefined> {
  const rows = await listUnmailed(database, claimed, claimed.isOwner);
  if (rows.length === 0) return undefined;
  return { mail: noticeMail(claimed, rows.map(noticeView), preferences, baseUrl), rows };
}

/**
 * Sends an e-mail, or records why it could not be sent.
 * @returns `failed` if only this e-mail could not be sent, `server-down` if other e-mails would fail as well
 */
async function tryDelivery(
  { database, clock, log }: NoticeMailDeps,
  settings: MailSettings,
  claimed: mailStore.ClaimedMail,
  { mail, signal }: { mail: Mail; signal: AbortSignal },
): Promise<'sent' | 'failed' | 'server-down'> {
  try {
    await deliverMail(settings, mail, signal);
    return 'sent';
  } catch (error) {
    const { tries, clientId } = claimed;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ worker: 'notice mail', clientId, tries, code: errorCode(error), reason }, 'an e-mail could not be sent');
    const code: unknown = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
    const judged = judgeFailure(typeof code === 'number' ? code : undefined, claimed);
    const dueAt = judged.waitMs === null ? null : new Date(clock.now().getTime() + judged.waitMs);
    await mailStore.recordMailProblem(database, claimed, { problem: judged.problem, dueAt, tries: judged.tries });
    return judged.isServerDown ? 'server-down' : 'failed';
  }
}

/** Sends the e-mail that is due first. @returns true if more e-mails may be due and the mail server works */
async function sendNext(deps: NoticeMailDeps, settings: MailSettings, { signal }: WorkerRun): Promise<boolean> {
  const { database, clock } = deps;
  const now = clock.now();
  const claimed = await mailStore.claimNoticeMail(database, { now, retryAt: new Date(now.getTime() + claimMs) });
  if (!claimed) return false;
  const preferences = await getPreferences(database, claimed);
  const person = await findAddressee(database, claimed);
  const composed = person && (await composeMail(deps, { ...claimed, ...person }, preferences));
  if (composed) {
    const outcome = await tryDelivery(deps, settings, claimed, { mail: composed.mail, signal });
    if (outcome !== 'sent') return outcome === 'failed';
  }
  await transaction(database, async (opened) => {
    if (composed) await mailStore.markMailed(opened, claimed, composed.rows);
    await mailStore.lockMail(opened, claimed);
    const after = clock.now();
    const next =
      claimed.way === 'digest' ? mailDueAt('digest', after, preferences) : new Date(after.getTime() + mailIntervalMs);
    await mailStore.endMail(opened, claimed, next, person);
  });
  return true;
}

/**
 * Starts the worker that sends e-mails with notices. A mail server that is down or does not answer delays only these e-mails. Each of them
 * waits, and is later sent with all notices that have arrived by then.
 */
export function startNoticeMail(deps: NoticeMailDeps, settings: MailSettings): Worker {
  return createWorker(deps, {
    name: 'notice mail',
    everyMs: 20_000,
    next: (run) => sendNext(deps, settings, run),
  });
}
