import type { Role } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/index.ts';

export interface NewInvitationRow {
  clientId: ClientId;
  email: string;
  invitationId: string;
  secretHash: Buffer;
  name: string;
  role: Role;
  invitedBy: string;
  mailId: string | null;
  isMailed: boolean;
  now: Date;
  expiresAt: Date;
}

/**
 * Stores an invitation. An open invitation for the same client and e-mail address is replaced, so the link of the former invitation no
 * longer works.
 */
export async function saveInvitation(connection: Transaction, row: NewInvitationRow): Promise<void> {
  await sql`
    insert into member_invitation (
      client_id, email, invitation_id, secret_hash, name, role, invited_by, mail_id, is_mailed, created_at, expires_at
    )
    values (
      ${row.clientId}, ${row.email}, ${row.invitationId}, ${row.secretHash}, ${row.name}, ${row.role}, ${row.invitedBy},
      ${row.mailId}, ${row.isMailed}, ${row.now}, ${row.expiresAt}
    )
    on conflict (client_id, email) do update
    set
      invitation_id = excluded.invitation_id,
      secret_hash = excluded.secret_hash,
      name = excluded.name,
      role = excluded.role,
      invited_by = excluded.invited_by,
      mail_id = excluded.mail_id,
      is_mailed = excluded.is_mailed,
      created_at = excluded.created_at,
      expires_at = excluded.expires_at`.execute(connection);
}

/** Deletes expired invitations of a client and returns the number of remaining invitations. */
export async function countOpenInvitations(connection: Transaction, clientId: ClientId, now: Date): Promise<number> {
  await sql`
    delete from member_invitation
    where member_invitation.client_id = ${clientId} and member_invitation.expires_at <= ${now}`.execute(connection);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from member_invitation
    where member_invitation.client_id = ${clientId}`.execute(connection);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes a valid invitation and returns it. Only one of several concurrent calls gets the invitation.
 * @returns undefined if there is none
 */
export async function takeInvitation(
  connection: Transaction,
  secretHash: Buffer,
  now: Date,
): Promise<{ clientId: ClientId; email: string; role: Role } | undefined> {
  const { rows } = await sql<{ clientId: ClientId; email: string; role: Role }>`
    delete from member_invitation
    where member_invitation.secret_hash = ${secretHash} and member_invitation.expires_at > ${now}
    returning member_invitation.client_id as "clientId", member_invitation.email, member_invitation.role`.execute(
    connection,
  );
  return rows[0];
}

/** Deletes an invitation. @returns false if the client has no invitation with this id */
export async function deleteInvitation(
  connection: Database,
  clientId: ClientId,
  invitationId: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from member_invitation
    where member_invitation.client_id = ${clientId} and member_invitation.invitation_id = ${invitationId}`.execute(
    connection,
  );
  return numAffectedRows > 0n;
}
