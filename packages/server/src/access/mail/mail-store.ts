import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/index.ts';

/**
 * Stores an e-mail and deletes expired e-mails. Concurrent requests can exceed a limit by the number of concurrent transactions.
 * @returns false if nothing was stored, because the recipient has received too many e-mails or the requester has made too many requests
 */
export async function createMailRow(
  connection: Transaction,
  mail: {
    mailId: string;
    recipientHash: Buffer;
    requesterHash: Buffer | null;
    sealed: string | null;
    now: Date;
    expiresAt: Date;
  },
  limits: { recipient: { since: Date; max: number }; requester: { since: Date; max: number } },
): Promise<boolean> {
  const { recipient, requester } = limits;
  const { rows } = await sql<{ mailId: string }>`
    with expired as (
      delete from outgoing_mail
      where outgoing_mail.expires_at < ${mail.now}
    )
    insert into outgoing_mail (mail_id, recipient_hash, requester_hash, sealed, due_at, created_at, expires_at)
    select
      ${mail.mailId}::uuid, ${mail.recipientHash}::bytea, ${mail.requesterHash}::bytea, ${mail.sealed}, ${mail.now}::timestamptz,
      ${mail.now}::timestamptz, ${mail.expiresAt}::timestamptz
    where (
      select count(*)
      from outgoing_mail
      where outgoing_mail.recipient_hash = ${mail.recipientHash} and outgoing_mail.created_at > ${recipient.since}
    ) < ${recipient.max}
      and (
        select count(*)
        from outgoing_mail
        where outgoing_mail.requester_hash = ${mail.requesterHash}::bytea and outgoing_mail.created_at > ${requester.since}
      ) < ${requester.max}
    returning outgoing_mail.mail_id as "mailId"`.execute(connection);
  return rows.length === 1;
}

export interface ClaimedMail {
  mailId: string;
  sealed: string;
  tries: number;
}

/**
 * Claims the e-mail that is due first. The claimed e-mail is not due again before `retryAt`. Concurrent workers claim different e-mails.
 * @returns undefined if none is due
 */
export async function claimMail(
  connection: Database,
  { now, retryAt }: { now: Date; retryAt: Date },
): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update outgoing_mail
    set tries = outgoing_mail.tries + 1, due_at = ${retryAt}
    where outgoing_mail.mail_id = (
      select due.mail_id
      from outgoing_mail as due
      where due.sealed is not null and due.due_at <= ${now} and due.expires_at > ${now}
      order by due.due_at
      limit 1
      for update skip locked
    )
    returning outgoing_mail.mail_id as "mailId", outgoing_mail.sealed, outgoing_mail.tries`.execute(connection);
  return rows[0];
}

/** Records that an e-mail was sent and deletes its text. */
export async function recordSent(connection: Database, mailId: string, at: Date): Promise<void> {
  await sql`
    update outgoing_mail
    set sealed = null, sent_at = ${at}
    where outgoing_mail.mail_id = ${mailId}`.execute(connection);
}

export async function postponeMail(connection: Database, mailId: string, dueAt: Date): Promise<void> {
  await sql`
    update outgoing_mail
    set due_at = ${dueAt}
    where outgoing_mail.mail_id = ${mailId} and outgoing_mail.sealed is not null`.execute(connection);
}

/** Marks an e-mail as failed and deletes its text. */
export async function giveUpMail(connection: Database, mailId: string): Promise<void> {
  await sql`
    update outgoing_mail
    set sealed = null
    where outgoing_mail.mail_id = ${mailId}`.execute(connection);
}
