import { maxCountedNotices, type Notice, ownerNoticeKinds } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { Recipient } from '../notice-types.ts';
import { installation } from './notice-rules.ts';

/** The position of a page of notices, which begins after the notice with this time and id. */
export interface NoticePosition {
  lastAt: Date;
  noticeId: string;
}

export interface NoticeRow {
  noticeId: string;
  kind: Notice['kind'];
  subject: Notice['subject'];
  occurrences: number;
  firstAt: Date;
  lastAt: Date;
  isRead: boolean;
}

/**
 * SQL array of the ids under which the notices of a person's inbox for a client are stored. These are the id of the client and, for
 * operators, `installation`. An operator thus finds the notices about the installation whichever client is selected.
 */
export const inboxIds = ({ clientId, personId }: Recipient): RawBuilder<string[]> => sql`(
  array_remove(
    array[
      ${clientId}::text,
      (select ${installation}::text from person where person.person_id = ${personId} and person.is_operator)
    ],
    null
  )
)`;

/**
 * SQL condition that a person may see a notice. Some kinds of notices are only for owners. A person who is no longer an owner does not see
 * them.
 */
export const isVisible = (isOwner: boolean) =>
  sql<boolean>`(${isOwner} or notice.kind <> all(${ownerNoticeKinds}::text[]))`;

export const noticeColumns = sql`
  notice.notice_id as "noticeId",
  notice.kind,
  notice.subject,
  notice.occurrences,
  notice.first_at as "firstAt",
  notice.last_at as "lastAt",
  notice.read_at is not null as "isRead"`;

export function noticeView({ noticeId, kind, subject, occurrences, firstAt, lastAt, isRead }: NoticeRow): Notice {
  const common = { noticeId, count: occurrences, first: firstAt.toISOString(), last: lastAt.toISOString() };
  return { ...common, read: isRead, kind, subject } as Notice; // the subject was stored with its kind
}

/**
 * Lists the notices of a person for a client, newest first. Reads each inbox in the order of its index and merges the two, because a common
 * condition on both would sort all notices. With 1,000,000 notices, a page then took 1.2 s instead of 1 ms.
 */
export async function listNotices(
  connection: Connection,
  { isOwner, ...recipient }: Recipient & { isOwner: boolean },
  query: { unread: boolean; after: NoticePosition | null; limit: number },
): Promise<Notice[]> {
  const { unread, after, limit } = query;
  // absent conditions are left out instead of switched off with a parameter, so that every plan can use an index
  const isUnread = unread ? sql`and notice.read_at is null` : sql``;
  const isAfter = after
    ? sql`and (notice.last_at, notice.notice_id) < (${after.lastAt}::timestamptz, ${after.noticeId}::uuid)`
    : sql``;
  const { rows } = await sql<NoticeRow>`
    select found.*
    from unnest(${inboxIds(recipient)}) as inbox (client_id)
    cross join lateral (
      select ${noticeColumns}
      from notice
      where notice.client_id = inbox.client_id
        and notice.person_id = ${recipient.personId}
        and ${isVisible(isOwner)}
        ${isUnread}
        ${isAfter}
      order by notice.last_at desc, notice.notice_id desc
      limit ${limit}
    ) as found
    order by found."lastAt" desc, found."noticeId" desc
    limit ${limit}`.execute(connection);
  return rows.map(noticeView);
}

/** Counts the unread notices of a person for a client, up to `maxCountedNotices`. */
export async function countUnread(
  connection: Connection,
  { isOwner, ...recipient }: Recipient & { isOwner: boolean },
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread
    from (
      select 1
      from notice
      where notice.client_id = any(${inboxIds(recipient)})
        and notice.person_id = ${recipient.personId}
        and notice.read_at is null
        and ${isVisible(isOwner)}
      limit ${maxCountedNotices}
    ) as counted`.execute(connection);
  return rows[0]?.unread ?? 0;
}
