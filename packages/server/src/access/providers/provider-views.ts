import { sql } from 'kysely';
import type { Connection } from '../../platform/index.ts';
import type { ProviderRow } from './provider-types.ts';

const columns = sql`
  identity_provider.provider_id as "providerId",
  identity_provider.name,
  identity_provider.issuer,
  identity_provider.oidc_client_id as "oidcClientId",
  identity_provider.sealed_secret as "sealedSecret",
  identity_provider.groups_claim as "groupsClaim",
  identity_provider.is_listed as listed,
  identity_provider.is_required as required,
  identity_provider.created_at as "createdAt",
  identity_provider.updated_at as "updatedAt",
  array(
    select identity_provider_domain.domain
    from identity_provider_domain
    where identity_provider_domain.provider_id = identity_provider.provider_id
    order by identity_provider_domain.domain
  ) as domains,
  coalesce(
    (
      select jsonb_agg(
        jsonb_build_object(
          'clientId', identity_provider_client.client_id,
          'defaultRole', identity_provider_client.default_role,
          'groups', coalesce(
            (
              select jsonb_agg(
                jsonb_build_object('group', identity_provider_group.group_name, 'role', identity_provider_group.role)
                order by identity_provider_group.group_name
              )
              from identity_provider_group
              where identity_provider_group.client_id = identity_provider_client.client_id
                and identity_provider_group.provider_id = identity_provider_client.provider_id
            ),
            '[]'
          )
        )
        order by identity_provider_client.client_id
      )
      from identity_provider_client
      where identity_provider_client.provider_id = identity_provider.provider_id
    ),
    '[]'
  ) as clients`;

/** Lists all identity providers, sorted by name. */
export async function listProviders(connection: Connection): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${columns}
    from identity_provider
    order by lower(identity_provider.name), identity_provider.provider_id`.execute(connection);
  return rows;
}

/** Returns the identity provider with an id or an e-mail domain. @returns undefined if there is none */
export async function findProvider(
  connection: Connection,
  by: { providerId: string } | { domain: string },
): Promise<ProviderRow | undefined> {
  const condition =
    'providerId' in by
      ? sql`identity_provider.provider_id = ${by.providerId}`
      : sql`identity_provider.provider_id = (
          select identity_provider_domain.provider_id
          from identity_provider_domain
          where identity_provider_domain.domain = ${by.domain}
        )`;
  const { rows } = await sql<ProviderRow>`
    select ${columns}
    from identity_provider
    where ${condition}`.execute(connection);
  return rows[0];
}

/** Lists the identity providers that the sign-in page shows, sorted by name. */
export async function listShownProviders(connection: Connection): Promise<{ providerId: string; name: string }[]> {
  const { rows } = await sql<{ providerId: string; name: string }>`
    select identity_provider.provider_id as "providerId", identity_provider.name
    from identity_provider
    where identity_provider.is_listed
    order by lower(identity_provider.name), identity_provider.provider_id`.execute(connection);
  return rows;
}

/** Returns true if there are identity providers that the sign-in page does not show. */
export async function hasUnlistedProviders(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1
      from identity_provider
      where not identity_provider.is_listed
    ) as found`.execute(connection);
  return rows[0]?.found ?? false;
}

/** Returns the identity provider that people with this e-mail domain must use. @returns undefined if they may use a password */
export async function findRequiredProvider(
  connection: Connection,
  domain: string,
): Promise<{ providerId: string; name: string } | undefined> {
  const { rows } = await sql<{ providerId: string; name: string }>`
    select identity_provider.provider_id as "providerId", identity_provider.name
    from identity_provider_domain
    join identity_provider on identity_provider.provider_id = identity_provider_domain.provider_id
    where identity_provider_domain.domain = ${domain} and identity_provider.is_required`.execute(connection);
  return rows[0];
}
