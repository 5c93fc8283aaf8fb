import type { Invitation, Role } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';

interface InvitationRow {
  invitationId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  delivery: Invitation['delivery'];
}

/** Lists the valid invitations to a client, sorted by e-mail address. @param email limits the list to the invitation for this address */
export async function listInvitations(
  connection: Connection,
  clientId: ClientId,
  now: Date,
  email?: string,
): Promise<Invitation[]> {
  const { rows } = await sql<InvitationRow>`
    select
      member_invitation.invitation_id as "invitationId",
      member_invitation.email,
      member_invitation.name,
      member_invitation.role,
      member_invitation.created_at as "createdAt",
      member_invitation.expires_at as "expiresAt",
      case
        when not member_invitation.is_mailed then 'link'
        when outgoing_mail.mail_id is null or outgoing_mail.sent_at is not null then 'sent'
        when outgoing_mail.sealed is null then 'failed'
        else 'waiting'
      end as delivery
    from member_invitation
    left join outgoing_mail on outgoing_mail.mail_id = member_invitation.mail_id
    where member_invitation.client_id = ${clientId}
      and member_invitation.expires_at > ${now}
      and (${email ?? null}::text is null or member_invitation.email = ${email ?? null})
    order by member_invitation.email`.execute(connection);
  return rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    created: createdAt.toISOString(),
    expires: expiresAt.toISOString(),
  }));
}

/** Returns the data that the holder of a valid invitation link may read. @returns undefined if the link is not valid */
export async function findInvitation(
  connection: Connection,
  secretHash: Buffer,
  now: Date,
): Promise<{ clientName: string; email: string; name: string; role: Role } | undefined> {
  const { rows } = await sql<{ clientName: string; email: string; name: string; role: Role }>`
    select client.name as "clientName", member_invitation.email, member_invitation.name, member_invitation.role
    from member_invitation
    join client on client.client_id = member_invitation.client_id
    where member_invitation.secret_hash = ${secretHash} and member_invitation.expires_at > ${now}`.execute(connection);
  return rows[0];
}

/** Returns the person whose password a link can set. @returns undefined if the link is not valid or the person is disabled */
export async function findPasswordLink(
  connection: Connection,
  secretHash: Buffer,
  now: Date,
): Promise<{ personId: string; email: string; name: string } | undefined> {
  const { rows } = await sql<{ personId: string; email: string; name: string }>`
    select person.person_id as "personId", person.email, person.name
    from password_link
    join person on person.person_id = password_link.person_id
    where password_link.secret_hash = ${secretHash}
      and password_link.expires_at > ${now}
      and person.disabled_at is null`.execute(connection);
  return rows[0];
}

/** Returns true if a person with this e-mail address is a member of the client. */
export async function isMember(connection: Connection, clientId: ClientId, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1
      from person_client_role
      join person on person.person_id = person_client_role.person_id
      where person_client_role.client_id = ${clientId} and person.email = ${email}
    ) as found`.execute(connection);
  return rows[0]?.found ?? false;
}
