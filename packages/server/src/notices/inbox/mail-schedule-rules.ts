import { type NoticePreferences, weekdays } from '@pimento/contract';
import { nextRun } from '../../submissions/index.ts';
import type { MailWay } from '../notice-types.ts';

/** Time between the first notice of an e-mail and its delivery, so that the e-mail can contain further notices. */
const gatherMs = 60_000;
/** Minimum time between two e-mails with the way `mail` to one person about one client. */
export const mailIntervalMs = 3_600_000;

/** Returns when the e-mail for a new notice is due: for `mail` after one minute, and for `digest` at the person's next digest hour. */
export function mailDueAt(
  way: MailWay,
  now: Date,
  { timeZone, digestHour }: Pick<NoticePreferences, 'timeZone' | 'digestHour'>,
): Date {
  if (way === 'mail') return new Date(now.getTime() + gatherMs);
  return nextRun({ weekdays: [...weekdays], time: `${String(digestHour).padStart(2, '0')}:00`, timeZone }, now);
}
