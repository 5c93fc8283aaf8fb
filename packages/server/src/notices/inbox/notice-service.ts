import type { NoticePreferences, NoticeSettingsRequest } from '@pimento/contract';
import { type Clock, type Database, describeAct, type Transaction, transaction } from '../../platform/index.ts';
import type { MailWay, NoticeCause, Recipient } from '../notice-types.ts';
import { mailDueAt } from './mail-schedule-rules.ts';
import { scheduleMails, unscheduleMails } from './mail-schedule-store.ts';
import { groupCauses, installation, withMissingWays } from './notice-rules.ts';
import { redirectWaiting, savePreferences } from './notice-setting-store.ts';
import {
  defaultsOf,
  findInstallationWays,
  findPreferences,
  isOperator,
  withPreferences,
} from './notice-setting-views.ts';
import { appendNotices, markRead } from './notice-store.ts';

export interface NoticeDeps {
  database: Database;
  clock: Clock;
  /** False if no mail server is configured. */
  canMail: boolean;
}

async function schedule(
  opened: Transaction,
  now: Date,
  mails: readonly (Recipient & { way: MailWay })[],
): Promise<void> {
  const chosen = await withPreferences(opened, mails);
  await scheduleMails(
    opened,
    chosen.map(({ preferences, ...mail }) => ({ ...mail, dueAt: mailDueAt(mail.way, now, preferences) })),
  );
}

/**
 * Creates notices for the recipients of the causes and schedules their e-mails. The transaction must also mark the causes as noticed, so
 * that no cause is lost or reported twice.
 */
export async function notify(
  opened: Transaction,
  { clock, canMail }: Pick<NoticeDeps, 'clock' | 'canMail'>,
  causes: readonly NoticeCause[],
): Promise<void> {
  if (causes.length === 0) return;
  const now = clock.now();
  await schedule(opened, now, await appendNotices(opened, groupCauses(causes), { now, canMail }));
}

/** Creates a notice for some people of a client and schedules its e-mails. The transaction must also store what causes the notice. */
export async function notifyPeople(
  opened: Transaction,
  deps: Pick<NoticeDeps, 'clock' | 'canMail'>,
  personIds: readonly string[],
  cause: NoticeCause,
): Promise<void> {
  if (personIds.length > 0) await notify(opened, deps, [{ ...cause, personIds }]);
}

/** Marks notices as read. A notice stays unread if it has had further occurrences since the person saw it. */
export async function readNotices(
  { database, clock }: NoticeDeps,
  recipient: Recipient,
  seen: readonly { noticeId: string; count: number }[],
): Promise<void> {
  await transaction(database, (opened) => markRead(opened, recipient, seen, clock.now()));
}

async function applyPreferences(
  opened: Transaction,
  { clock, canMail }: NoticeDeps,
  recipient: Recipient,
  preferences: NoticePreferences,
): Promise<void> {
  await savePreferences(opened, recipient, preferences);
  const ways = await redirectWaiting(opened, recipient, { ways: preferences.ways, canMail });
  await unscheduleMails(opened, recipient);
  await schedule(
    opened,
    clock.now(),
    ways.map((way) => ({ ...recipient, way })),
  );
}

/**
 * Sets how a person is notified. The settings also apply to unread notices that have not been sent yet. The settings of an operator also
 * apply to the notices about the installation. Kinds that are missing in the request are not changed.
 */
export async function changePreferences(
  deps: NoticeDeps,
  recipient: Recipient,
  request: NoticeSettingsRequest,
): Promise<void> {
  const { personId } = recipient;
  await transaction(deps.database, async (opened) => {
    const stored = (await findPreferences(opened, recipient)) ?? (await defaultsOf(opened, recipient));
    const before = { ...stored, ways: { ...stored.ways, ...(await findInstallationWays(opened, personId)) } };
    describeAct({ object: personId, before });
    const preferences = withMissingWays(request, before);
    if (await isOperator(opened, personId))
      await applyPreferences(opened, deps, { clientId: installation, personId }, preferences);
    await applyPreferences(opened, deps, recipient, preferences);
  });
}
