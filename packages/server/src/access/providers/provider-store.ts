import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { ProviderSettings } from './provider-types.ts';

type Stored = ProviderSettings & { providerId: string };

/** Locks a provider until the transaction ends. Returns its issuer. @returns undefined if there is no such provider */
export async function lockProvider(connection: Transaction, providerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ issuer: string }>`
    select identity_provider.issuer
    from identity_provider
    where identity_provider.provider_id = ${providerId}
    for update`.execute(connection);
  return rows[0]?.issuer;
}

/** Creates a provider. @returns false if the id is taken */
export async function createProviderRow(
  connection: Transaction,
  provider: Stored & { sealedSecret: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ providerId: string }>`
    insert into identity_provider (
      provider_id, name, issuer, oidc_client_id, sealed_secret, groups_claim, is_listed, is_required, created_at, updated_at
    )
    values (
      ${provider.providerId}, ${provider.name}, ${provider.issuer}, ${provider.oidcClientId}, ${provider.sealedSecret},
      ${provider.groupsClaim}, ${provider.listed}, ${provider.required}, ${now}, ${now}
    )
    on conflict do nothing
    returning identity_provider.provider_id as "providerId"`.execute(connection);
  return rows.length === 1;
}

/** @param provider.sealedSecret undefined to keep the stored secret */
export async function changeProviderRow(
  connection: Transaction,
  provider: Stored & { sealedSecret: string | undefined },
  now: Date,
): Promise<void> {
  await sql`
    update identity_provider
    set
      name = ${provider.name},
      issuer = ${provider.issuer},
      oidc_client_id = ${provider.oidcClientId},
      sealed_secret = coalesce(${provider.sealedSecret ?? null}::text, identity_provider.sealed_secret),
      groups_claim = ${provider.groupsClaim},
      is_listed = ${provider.listed},
      is_required = ${provider.required},
      updated_at = ${now}
    where identity_provider.provider_id = ${provider.providerId}`.execute(connection);
}

/**
 * Replaces the domains of a provider.
 * @returns undefined on success, or the first domain that belongs to another provider; the transaction must then be rolled back
 */
export async function replaceDomains(
  connection: Transaction,
  providerId: string,
  domains: readonly string[],
): Promise<string | undefined> {
  await sql`
    delete from identity_provider_domain
    where identity_provider_domain.provider_id = ${providerId}`.execute(connection);
  const { rows } = await sql<{ domain: string }>`
    insert into identity_provider_domain (domain, provider_id)
    select named.domain, ${providerId}
    from unnest(${domains}::text[]) as named (domain)
    order by named.domain
    on conflict do nothing
    returning identity_provider_domain.domain`.execute(connection);
  const added = new Set(rows.map(({ domain }) => domain));
  return domains.find((domain) => !added.has(domain));
}

/**
 * Replaces the clients of a provider.
 * @returns undefined on success, or the first client that does not exist; the transaction must then be rolled back
 */
export async function replaceClients(
  connection: Transaction,
  providerId: string,
  clients: ProviderSettings['clients'],
): Promise<string | undefined> {
  await sql`
    delete from identity_provider_client
    where identity_provider_client.provider_id = ${providerId}`.execute(connection);
  const { rows } = await sql<{ clientId: string }>`
    insert into identity_provider_client (client_id, provider_id, default_role)
    select client.client_id, ${providerId}, given."defaultRole"
    from jsonb_to_recordset(${JSON.stringify(clients)}::jsonb) as given ("clientId" text, "defaultRole" text)
    join client on client.client_id = given."clientId"
    order by client.client_id
    returning identity_provider_client.client_id as "clientId"`.execute(connection);
  const added = new Set(rows.map(({ clientId }) => clientId));
  const missing = clients.find(({ clientId }) => !added.has(clientId));
  if (missing) return missing.clientId;
  const groups = clients.flatMap((client) => client.groups.map((group) => ({ ...group, clientId: client.clientId })));
  await sql`
    insert into identity_provider_group (client_id, provider_id, group_name, role)
    select given."clientId", ${providerId}, given."group", given.role
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as given ("clientId" text, "group" text, role text)`.execute(
    connection,
  );
  return undefined;
}

/** Deletes all stored identities of a provider. */
export async function deleteIdentities(connection: Transaction, accountProvider: string): Promise<void> {
  await sql`
    delete from person_account
    where person_account.provider_id = ${accountProvider}`.execute(connection);
}

/** Deletes a provider and the sessions of the people who signed in with it. @returns false if there is no such provider */
export async function deleteProviderRow(connection: Transaction, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ providerId: string }>`
    delete from identity_provider
    where identity_provider.provider_id = ${providerId}
    returning identity_provider.provider_id as "providerId"`.execute(connection);
  return rows.length === 1;
}
