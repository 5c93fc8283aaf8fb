import type { NoticeSettings } from '@pimento/contract';
import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import { inboxIds, isVisible, type NoticeRow, noticeColumns } from '../inbox/notice-views.ts';
import { installation } from '../inbox/notice-rules.ts';
import type { MailWay, Recipient } from '../notice-types.ts';

export interface Addressee {
  email: string;
  /** Null for notices about the installation. */
  clientName: string | null;
  isOwner: boolean;
}

/**
 * Returns the data for an e-mail to a person.
 * @returns undefined if the person is disabled or has lost access to the client or, for the installation, is no longer an operator
 */
export async function findAddressee(
  connection: Connection,
  { clientId, personId }: Recipient,
): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select
      person.email,
      client.name as "clientName",
      person.is_operator or person_client_role.role = 'owner' as "isOwner"
    from person
    left join client on client.client_id = ${clientId} and client.ending_since is null
    left join person_client_role
      on person_client_role.client_id = client.client_id and person_client_role.person_id = person.person_id
    where person.person_id = ${personId}
      and person.disabled_at is null
      and (client.client_id is not null or ${clientId === installation})
      and (person.is_operator or person_client_role.role is not null)`.execute(connection);
  return rows[0];
}

/** Maximum number of notices for one e-mail. */
const maxMailed = 500;

/** Lists up to `maxMailed` unread notices that have occurrences for which no e-mail was sent, newest first. */
export async function listUnmailed(
  connection: Connection,
  { clientId, personId, way }: Recipient & { way: MailWay },
  isOwner: boolean,
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select ${noticeColumns}
    from notice
    where notice.client_id = ${clientId}
      and notice.person_id = ${personId}
      and notice.way = ${way}
      and ${isVisible(isOwner)}
      and notice.read_at is null
      and notice.mailed < notice.occurrences
    order by notice.last_at desc, notice.notice_id desc
    limit ${maxMailed}`.execute(connection);
  return rows;
}

/**
 * Returns why the last failed e-mail to a person was not sent. `mail` and `digest` e-mails fail independently.
 * @returns null if no e-mail is failing
 */
export async function findMailProblem(
  connection: Connection,
  recipient: Recipient,
): Promise<NoticeSettings['mailProblem']> {
  const { rows } = await sql<{ problem: NoticeSettings['mailProblem'] }>`
    select notice_mail.problem
    from notice_mail
    where notice_mail.client_id = any(${inboxIds(recipient)})
      and notice_mail.person_id = ${recipient.personId}
      and notice_mail.problem is not null
    order by notice_mail.tried_at desc
    limit 1`.execute(connection);
  return rows[0]?.problem ?? null;
}
