import { problem } from '@pimento/contract/problem';
import {
  type Clock,
  clientIdOf,
  type Database,
  PimentoError,
  type SecretBox,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import { accountProvider } from './identity-store.ts';
import type { Issuers } from './issuer-service.ts';
import * as providerStore from './provider-store.ts';
import type { ProviderRow, ProviderSettings } from './provider-types.ts';
import { findProvider } from './provider-views.ts';

export interface ProviderDeps {
  database: Database;
  clock: Clock;
  /** Seals the secrets of providers. */
  secretBox: SecretBox;
}

/** Returns the context that binds a sealed secret to its provider. */
export const contextOf = (providerId: string): string => `identity provider ${providerId}`;

const unknownProvider = (providerId: string) => new PimentoError(problem('unknown-provider', { providerId }));

/** @throws PimentoError unknown-provider */
export async function getProvider(
  { database }: Pick<ProviderDeps, 'database'>,
  providerId: string,
): Promise<ProviderRow> {
  const provider = await findProvider(database, { providerId });
  if (!provider) throw unknownProvider(providerId);
  return provider;
}

/**
 * Returns the secret with which Pimento authenticates to a provider.
 * @throws PimentoError provider-unusable (the secret was sealed with a different key)
 */
export function requireSecret({ secretBox }: Pick<ProviderDeps, 'secretBox'>, provider: ProviderRow): string {
  const secret = secretBox.open(provider.sealedSecret, contextOf(provider.providerId));
  if (secret !== undefined) return secret;
  const { name, issuer } = provider;
  throw new PimentoError(problem('provider-unusable', { kind: 'secret', provider: name, issuer }));
}

async function saveParts(transaction: Transaction, providerId: string, settings: ProviderSettings): Promise<void> {
  const taken = await providerStore.replaceDomains(transaction, providerId, settings.domains);
  if (taken !== undefined)
    throw new PimentoError(problem('already-exists', { kind: 'provider-domain', domain: taken }));
  const missing = await providerStore.replaceClients(transaction, providerId, settings.clients);
  if (missing !== undefined)
    throw new PimentoError(problem('unknown-client', { kind: 'missing', clientId: clientIdOf(missing) }));
}

/** @throws PimentoError already-exists, unknown-client, provider-unusable */
export async function createProvider(
  { database, clock, secretBox, issuers }: ProviderDeps & { issuers: Issuers },
  provider: ProviderSettings & { providerId: string; secret: string },
): Promise<ProviderRow> {
  issuers.requireIssuerAddress(provider);
  const { providerId, secret, ...settings } = provider;
  const sealedSecret = secretBox.seal(secret, contextOf(providerId));
  await transaction(database, async (opened) => {
    const row = { ...settings, providerId, sealedSecret };
    if (!(await providerStore.createProviderRow(opened, row, clock.now())))
      throw new PimentoError(problem('already-exists', { kind: 'provider', providerId }));
    await saveParts(opened, providerId, settings);
  });
  return getProvider({ database }, providerId);
}

/**
 * Replaces the settings of a provider. Keeps the stored secret if none is given. If the issuer changes, the stored identities are deleted,
 * because a different issuer uses different identifiers. People are then matched by e-mail address again.
 * @throws PimentoError unknown-provider, already-exists, unknown-client, provider-unusable
 */
export async function changeProvider(
  { database, clock, secretBox, issuers }: ProviderDeps & { issuers: Issuers },
  providerId: string,
  change: ProviderSettings & { secret?: string | undefined },
): Promise<ProviderRow> {
  const { secret, ...settings } = change;
  issuers.requireIssuerAddress(settings);
  const sealedSecret = secret === undefined ? undefined : secretBox.seal(secret, contextOf(providerId));
  await transaction(database, async (opened) => {
    const issuer = await providerStore.lockProvider(opened, providerId);
    if (issuer === undefined) throw unknownProvider(providerId);
    if (issuer !== settings.issuer) await providerStore.deleteIdentities(opened, accountProvider(providerId));
    await providerStore.changeProviderRow(opened, { ...settings, providerId, sealedSecret }, clock.now());
    await saveParts(opened, providerId, settings);
  });
  return getProvider({ database }, providerId);
}

/**
 * Deletes a provider, the identities of its people, and the sessions that began with it. The people keep their roles.
 * @throws PimentoError unknown-provider
 */
export async function deleteProvider({ database }: Pick<ProviderDeps, 'database'>, providerId: string): Promise<void> {
  await transaction(database, async (opened) => {
    if (!(await providerStore.deleteProviderRow(opened, providerId))) throw unknownProvider(providerId);
    await providerStore.deleteIdentities(opened, accountProvider(providerId));
  });
}

/**
 * Reads the configuration that a provider publishes, without the cache.
 * @throws PimentoError unknown-provider, provider-unusable
 */
export async function testProvider(
  deps: ProviderDeps & { issuers: Issuers },
  providerId: string,
): Promise<{ issuer: string; authorizationEndpoint: string }> {
  const provider = await getProvider(deps, providerId);
  const { configuration } = await deps.issuers.open(provider, requireSecret(deps, provider), { fresh: true });
  const { issuer, authorization_endpoint: authorizationEndpoint = '' } = configuration.serverMetadata();
  return { issuer, authorizationEndpoint };
}
