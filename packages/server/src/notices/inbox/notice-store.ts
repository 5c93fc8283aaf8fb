import { ownerNoticeKinds } from '@pimento/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';
import type { MailWay, NoticeCause, Recipient } from '../notice-types.ts';
import { defaultPreferences, installation, operatorNoticeKinds } from './notice-rules.ts';
import { inboxIds } from './notice-views.ts';

/**
 * Builds a query for the people who may be notified of the causes in `cause`. These are the members of the client and all operators,
 * without disabled people. Operators count as owners. The installation has no members.
 */
const recipients = sql`
  select
    person_client_role.client_id,
    person_client_role.person_id,
    person_client_role.role = 'owner' or person.is_operator as is_owner,
    true as is_member
  from person_client_role
  join person on person.person_id = person_client_role.person_id
  where person.disabled_at is null
    and person_client_role.client_id in (select cause."clientId" from cause)
  union all
  select concerned."clientId", person.person_id, true, false
  from (select distinct cause."clientId" from cause) as concerned
  cross join person
  where person.is_operator
    and person.disabled_at is null
    and not exists (
      select 1
      from person_client_role
      where person_client_role.client_id = concerned."clientId"
        and person_client_role.person_id = person.person_id
    )`;

/** SQL expression for the way in which a recipient is notified of a cause. */
const way = sql`coalesce(
  notice_setting.ways ->> cause.kind,
  case when recipient.is_member or cause.kind = any(${operatorNoticeKinds}::text[]) then 'inbox' else 'off' end
)`;
const silentMinutes = sql`coalesce(notice_setting.silent_minutes, ${defaultPreferences.silentMinutes}::integer)`;

/**
 * Adds causes to the inboxes of the recipients who may see them and want to be notified of them. A cause is added to the unread notice of
 * the same group or, if there is none, as a new notice. Each group may appear only once in `causes`.
 * @param canMail false if no mail server is configured, in which case notices are shown in the inbox only
 * @returns the recipients who must get an e-mail, and its way
 */
export async function appendNotices(
  connection: Transaction,
  causes: readonly NoticeCause[],
  { now, canMail }: { now: Date; canMail: boolean },
): Promise<(Recipient & { way: MailWay })[]> {
  const given = causes.map(({ silence, ...cause }) => ({ ...cause, over: silence?.over, upTo: silence?.upTo }));
  const { rows } = await sql<Recipient & { way: MailWay | 'inbox' }>`
    with cause as materialized (
      select
        given."clientId", given.kind, given."groupKey", given.subject, given.occurrences, given."over", given."upTo", given."personIds"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
        "clientId" text, kind text, "groupKey" text, subject jsonb, occurrences bigint, "over" integer, "upTo" integer, "personIds" text[]
      )
    ), recipient as materialized (${recipients})
    insert into notice (
      client_id, person_id, notice_id, kind, group_key, subject, occurrences, way, first_at, last_at
    )
    select
      recipient.client_id,
      recipient.person_id,
      gen_random_uuid(),
      cause.kind,
      cause."groupKey",
      cause.subject,
      cause.occurrences,
      case when ${canMail} then ${way} else 'inbox' end,
      ${now}::timestamptz,
      ${now}::timestamptz
    from cause
    left join client on client.client_id = cause."clientId" and client.ending_since is null
    join recipient on recipient.client_id = cause."clientId"
    left join notice_setting
      on notice_setting.client_id = recipient.client_id and notice_setting.person_id = recipient.person_id
    where ${way} <> 'off'
      and (client.client_id is not null or cause."clientId" = ${installation})
      and (recipient.is_owner or cause.kind <> all(${ownerNoticeKinds}::text[]))
      and (cause."personIds" is null or recipient.person_id = any(cause."personIds"))
      and (cause."over" is null or (${silentMinutes} > cause."over" and ${silentMinutes} <= cause."upTo"))
    order by recipient.client_id, recipient.person_id, cause.kind, cause."groupKey"
    on conflict (client_id, person_id, kind, group_key) where read_at is null do update set
      subject = excluded.subject,
      occurrences = notice.occurrences + excluded.occurrences,
      way = excluded.way,
      last_at = greatest(notice.last_at, excluded.last_at)
    returning notice.client_id as "clientId", notice.person_id as "personId", notice.way`.execute(connection);
  const mailed = rows.flatMap(({ way, ...recipient }) => (way === 'inbox' ? [] : [{ ...recipient, way }]));
  return [...new Map(mailed.map((one) => [JSON.stringify(one), one])).values()];
}

/** Marks notices of a person as read. A notice stays unread if it has had further occurrences since the person saw it. */
export async function markRead(
  connection: Transaction,
  recipient: Recipient,
  seen: readonly { noticeId: string; count: number }[],
  now: Date,
): Promise<void> {
  await sql`
    with seen as materialized (
      select notice.client_id, notice.notice_id
      from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as given ("noticeId" uuid, count bigint)
      join notice
        on notice.client_id = any(${inboxIds(recipient)})
        and notice.person_id = ${recipient.personId}
        and notice.notice_id = given."noticeId"
      where notice.read_at is null and notice.occurrences <= given.count
      order by notice.client_id, notice.kind, notice.group_key
      for update of notice
    )
    update notice
    set read_at = ${now}
    from seen
    where notice.client_id = seen.client_id
      and notice.person_id = ${recipient.personId}
      and notice.notice_id = seen.notice_id`.execute(connection);
}

/** Deletes up to `limit` notices whose last occurrence was before `before`. @returns the number of deleted notices */
export async function deleteOldNotices(connection: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select notice.client_id, notice.person_id, notice.notice_id
      from notice
      where notice.last_at < ${before}
      order by notice.last_at
      limit ${limit}
      for update skip locked
    )
    delete from notice
    using old
    where notice.client_id = old.client_id and notice.person_id = old.person_id and notice.notice_id = old.notice_id`.execute(
    connection,
  );
  return Number(numAffectedRows);
}
