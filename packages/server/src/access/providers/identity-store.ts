import { sql } from 'kysely';
import type { Connection, Transaction } from '../../platform/index.ts';
import type { KnownPerson, RoleChange, StoredRole } from './identity-rules.ts';

/** Returns the `provider_id` of a provider's identities in `person_account`, which also stores passwords. */
export const accountProvider = (providerId: string): string => `oidc:${providerId}`;

const personColumns = sql`person.person_id as "personId", person.email, person.disabled_at is not null as "isDisabled"`;

/** Returns the person who has signed in with an identity before. @returns undefined if there is none */
export async function findLinkedPerson(
  connection: Connection,
  providerId: string,
  subject: string,
): Promise<KnownPerson | undefined> {
  const { rows } = await sql<KnownPerson>`
    select ${personColumns}
    from person_account
    join person on person.person_id = person_account.person_id
    where person_account.provider_id = ${accountProvider(providerId)}
      and person_account.provider_account_id = ${subject}`.execute(connection);
  return rows[0];
}

/**
 * Returns the person with an e-mail address. `isLinkedElsewhere` is true if the person has signed in with an identity of the provider other
 * than `subject`.
 * @returns undefined if there is no such person
 */
export async function findPersonByEmail(
  connection: Connection,
  identity: { providerId: string; subject: string },
  email: string,
): Promise<(KnownPerson & { isLinkedElsewhere: boolean }) | undefined> {
  const { rows } = await sql<KnownPerson & { isLinkedElsewhere: boolean }>`
    select
      ${personColumns},
      exists (
        select 1
        from person_account
        where person_account.person_id = person.person_id
          and person_account.provider_id = ${accountProvider(identity.providerId)}
          and person_account.provider_account_id <> ${identity.subject}
      ) as "isLinkedElsewhere"
    from person
    where person.email = ${email}`.execute(connection);
  return rows[0];
}

/** Returns true if an e-mail address has an open invitation to any client. */
export async function hasInvitation(connection: Connection, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1
      from member_invitation
      where member_invitation.email = ${email} and member_invitation.expires_at > ${now}
    ) as found`.execute(connection);
  return rows[0]?.found ?? false;
}

/** Links an identity to a person. @returns false if the identity is linked already */
export async function linkIdentity(
  connection: Transaction,
  identity: { accountId: string; personId: string; providerId: string; subject: string },
): Promise<boolean> {
  const { rows } = await sql<{ accountId: string }>`
    insert into person_account (account_id, person_id, provider_id, provider_account_id)
    values (${identity.accountId}, ${identity.personId}, ${accountProvider(identity.providerId)}, ${identity.subject})
    on conflict do nothing
    returning person_account.account_id as "accountId"`.execute(connection);
  return rows.length === 1;
}

/**
 * Locks the roles of a person in all clients. Call this before locking the person. The removal of a member uses the same order, so that
 * deadlocks cannot occur.
 */
export async function lockRolesOfPerson(connection: Transaction, personId: string): Promise<StoredRole[]> {
  const { rows } = await sql<StoredRole>`
    select
      person_client_role.client_id as "clientId",
      person_client_role.role,
      person_client_role.provider_id as "providerId"
    from person_client_role
    where person_client_role.person_id = ${personId}
    order by person_client_role.client_id
    for update`.execute(connection);
  return rows;
}

/** Adds, changes and removes roles that a provider grants to a person. */
export async function applyRoleChanges(
  connection: Transaction,
  person: { personId: string; providerId: string },
  changes: readonly RoleChange[],
): Promise<void> {
  const removed = changes.filter(({ kind }) => kind === 'remove').map(({ clientId }) => clientId);
  await sql`
    delete from person_client_role
    where person_client_role.person_id = ${person.personId}
      and person_client_role.client_id = any(${removed}::text[])`.execute(connection);
  await sql`
    insert into person_client_role (client_id, person_id, role, provider_id)
    select given."clientId", ${person.personId}, given.role, ${person.providerId}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (kind text, "clientId" text, role text)
    join client on client.client_id = given."clientId"
    where given.kind <> 'remove'
    order by given."clientId"
    on conflict (client_id, person_id) do update
    set role = excluded.role
    where person_client_role.provider_id = excluded.provider_id`.execute(connection);
}
