import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { MailWay, Recipient } from '../notice-types.ts';
import { mailIntervalMs } from './mail-schedule-rules.ts';

/**
 * Schedules e-mails. An e-mail that is already scheduled keeps its time. With the way `mail`, two e-mails to one person about one client
 * are at least `mailIntervalMs` apart.
 */
export async function scheduleMails(
  connection: Transaction,
  mails: readonly (Recipient & { way: MailWay; dueAt: Date })[],
): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    insert into notice_mail (client_id, person_id, way, due_at)
    select given."clientId", given."personId", given.way, given."dueAt"
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      as given ("clientId" text, "personId" text, way text, "dueAt" timestamptz)
    order by given."clientId", given."personId", given.way
    on conflict (client_id, person_id, way) do update set
      due_at = coalesce(
        notice_mail.due_at,
        case
          when notice_mail.way = 'mail'
            then greatest(excluded.due_at, notice_mail.tried_at + make_interval(secs => ${mailIntervalMs / 1000}))
          else excluded.due_at
        end
      )`.execute(connection);
}

/** Cancels the scheduled e-mails to a person about a client, except those that the worker has already tried to send. */
export async function unscheduleMails(connection: Transaction, { clientId, personId }: Recipient): Promise<void> {
  await sql`
    update notice_mail
    set due_at = null
    where notice_mail.client_id = ${clientId} and notice_mail.person_id = ${personId} and notice_mail.tries = 0`.execute(
    connection,
  );
}
