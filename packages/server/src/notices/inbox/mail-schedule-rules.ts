import { type NoticePreferences, weekdays } from '@pimento/contract';
import { nextRun } from '../../submissions/index.ts';
import type { MailWay } from '../notice-types.ts';

/** Time between the first notice of an e-mail and its delivery, so that the e-mail can contain further notices. */
const gatherMs = 60_000;
/** The shortest time between two e-mails to one person about one client. */
export const mailIntervalMs = 3_600_000;

/** Returns when the e-mail for a new notice is due: one minute later or at the hour of the person's next daily e-mail. */
export function mailDueAt(
  way: MailWay,
  now: Date,
  { timeZone, digestHour }: Pick<NoticePreferences, 'timeZone' | 'digestHour'>,
): Date {
  if (way === 'mail') return new Date(now.getTime() + gatherMs);
  return nextRun({ weekdays: [...weekdays], time: `${String(digestHour).padStart(2, '0')}:00`, timeZone }, now);
}
