import type { NoticePreferences } from '@pimento/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { MailWay, Recipient } from '../notice-types.ts';

export async function savePreferences(
  connection: Transaction,
  { clientId, personId }: Recipient,
  { ways, silentMinutes, language, timeZone, digestHour }: NoticePreferences,
): Promise<void> {
  await sql`
    insert into notice_setting (client_id, person_id, ways, silent_minutes, language, time_zone, digest_hour)
    values (
      ${clientId}, ${personId}, ${JSON.stringify(ways)}::jsonb, ${silentMinutes}, ${language}, ${timeZone}, ${digestHour}
    )
    on conflict (client_id, person_id) do update set
      ways = excluded.ways,
      silent_minutes = excluded.silent_minutes,
      language = excluded.language,
      time_zone = excluded.time_zone,
      digest_hour = excluded.digest_hour`.execute(connection);
}

/**
 * Applies new settings to the unread notices that have occurrences for which no e-mail was sent.
 * @returns the ways in which these notices are now sent by e-mail, without duplicates
 */
export async function redirectWaiting(
  connection: Transaction,
  { clientId, personId }: Recipient,
  { ways, canMail }: { ways: NoticePreferences['ways']; canMail: boolean },
): Promise<MailWay[]> {
  const { rows } = await sql<{ way: MailWay | 'inbox' }>`
    with waiting as materialized (
      select notice.notice_id
      from notice
      where notice.client_id = ${clientId}
        and notice.person_id = ${personId}
        and notice.read_at is null
        and notice.mailed < notice.occurrences
      order by notice.kind, notice.group_key
      for update
    )
    update notice
    set way = case
      when ${canMail} then coalesce(nullif(${JSON.stringify(ways)}::jsonb ->> notice.kind, 'off'), 'inbox')
      else 'inbox'
    end
    from waiting
    where notice.client_id = ${clientId} and notice.person_id = ${personId} and notice.notice_id = waiting.notice_id
    returning notice.way`.execute(connection);
  return [...new Set(rows.flatMap(({ way }) => (way === 'inbox' ? [] : [way])))];
}
