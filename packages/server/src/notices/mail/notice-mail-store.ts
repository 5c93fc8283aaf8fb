import { sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/index.ts';
import { isVisible } from '../inbox/notice-views.ts';
import type { MailWay, Recipient } from '../notice-types.ts';

export interface ClaimedMail extends Recipient {
  clientId: ClientId;
  way: MailWay;
  /** Number of tries since the last e-mail that was sent or the first rejection, including the current try. */
  tries: number;
  /** True if the mail server rejected the previous try. */
  wasRejected: boolean;
}

const isMail = ({ clientId, personId, way }: Recipient & { way: MailWay }) =>
  sql<boolean>`notice_mail.client_id = ${clientId} and notice_mail.person_id = ${personId} and notice_mail.way = ${way}`;

/**
 * Claims the e-mail that is due first. The claimed e-mail is not due again before `retryAt`. Concurrent workers claim different e-mails.
 * @returns undefined if no e-mail is due
 */
export async function claimNoticeMail(
  connection: Database,
  { now, retryAt }: { now: Date; retryAt: Date },
): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select notice_mail.client_id, notice_mail.person_id, notice_mail.way
      from notice_mail
      where notice_mail.due_at <= ${now}
      order by notice_mail.due_at
      limit 1
      for update skip locked
    )
    update notice_mail
    set due_at = ${retryAt}, tried_at = ${now}, tries = notice_mail.tries + 1
    from due
    where notice_mail.client_id = due.client_id and notice_mail.person_id = due.person_id and notice_mail.way = due.way
    returning
      notice_mail.client_id as "clientId",
      notice_mail.person_id as "personId",
      notice_mail.way,
      notice_mail.tries,
      coalesce(notice_mail.problem = 'rejected', false) as "wasRejected"`.execute(connection);
  return rows[0];
}

/** Records how many occurrences of each notice the sent e-mails contain. */
export async function markMailed(
  connection: Transaction,
  { clientId, personId }: Recipient,
  sent: readonly { noticeId: string; occurrences: number }[],
): Promise<void> {
  await sql`
    with sent as materialized (
      select notice.notice_id, given.occurrences
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as given ("noticeId" uuid, occurrences bigint)
      join notice
        on notice.client_id = ${clientId} and notice.person_id = ${personId} and notice.notice_id = given."noticeId"
      order by notice.kind, notice.group_key
      for update of notice
    )
    update notice
    set mailed = sent.occurrences
    from sent
    where notice.client_id = ${clientId} and notice.person_id = ${personId} and notice.notice_id = sent.notice_id`.execute(
    connection,
  );
}

/** Locks the row of an e-mail. A transaction that adds a notice meanwhile waits for this lock, and then schedules the e-mail again. */
export async function lockMail(connection: Transaction, mail: Recipient & { way: MailWay }): Promise<void> {
  await sql`
    select 1
    from notice_mail
    where ${isMail(mail)}
    for update`.execute(connection);
}

/**
 * Completes an e-mail that was sent or has no notices to send. If unsent notices remain, the next e-mail is due at `nextAt`.
 * @param person undefined if the person has lost access to the client and so gets no more e-mails
 */
export async function endMail(
  connection: Transaction,
  mail: Recipient & { way: MailWay },
  nextAt: Date,
  person: { isOwner: boolean } | undefined,
): Promise<void> {
  await sql`
    update notice_mail
    set
      tries = 0,
      problem = null,
      due_at = case
        when ${person !== undefined} and exists (
          select 1
          from notice
          where notice.client_id = ${mail.clientId}
            and notice.person_id = ${mail.personId}
            and notice.way = ${mail.way}
            and notice.read_at is null
            and notice.mailed < notice.occurrences
            and ${isVisible(person?.isOwner ?? false)}
        ) then ${nextAt}::timestamptz
      end
    where ${isMail(mail)}`.execute(connection);
}

/** Records that an e-mail was not sent. @param dueAt the time of the next try; null to wait for the next notice */
export async function recordMailProblem(
  connection: Database,
  mail: Recipient & { way: MailWay },
  { problem, dueAt, tries }: { problem: 'rejected' | 'unreachable'; dueAt: Date | null; tries: number },
): Promise<void> {
  await sql`
    update notice_mail
    set problem = ${problem}, due_at = ${dueAt}, tries = ${tries}
    where ${isMail(mail)}`.execute(connection);
}
