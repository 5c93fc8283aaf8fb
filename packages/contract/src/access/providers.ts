import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { slug } from './access.ts';
import { providerSecret, providerSettings } from './provider-settings.ts';
import { roles } from './session.ts';

export const providerSchema = z
  .object({
    providerId: z.string(),
    name: z.string(),
    issuer: z.string(),
    oidcClientId: z.string(),
    domains: z.array(z.string()),
    groupsClaim: z.string().nullable(),
    listed: z.boolean(),
    required: z.boolean(),
    clients: z.array(
      z.object({
        clientId: z.string(),
        defaultRole: z.enum(roles).nullable(),
        groups: z.array(z.object({ group: z.string(), role: z.enum(roles) })),
      }),
    ),
    redirectUri: z.string().describe('The address to register at the provider as redirect URI'),
    created: z.string(),
  })
  .meta({ id: 'IdentityProvider' });
export type IdentityProvider = z.infer<typeof providerSchema>;

/** The audit log records every setting except the secret. */
const providerAuditSettings = Object.keys(providerSettings);
const operatorOnly = { tag: 'Identity providers', permission: { who: 'operator' }, query: none } as const;
const providerParams = z.object({ providerId: z.string() });

export const listIdentityProviders = operation({
  ...operatorOnly,
  id: 'listIdentityProviders',
  method: 'GET',
  path: '/console/identity-providers',
  summary: 'List the identity providers for single sign-on',
  params: none,
  answers: {
    200: {
      description: 'By name. Secrets are never returned',
      schema: z.object({ providers: z.array(providerSchema) }).meta({ id: 'IdentityProviderList' }),
    },
  },
  problems: [],
});

export const createIdentityProvider = operation({
  ...operatorOnly,
  id: 'createIdentityProvider',
  audit: { object: 'identity-provider', id: 'providerId', settings: providerAuditSettings },
  method: 'POST',
  path: '/console/identity-providers',
  summary: 'Add an identity provider (OpenID Connect)',
  params: none,
  body: z
    .strictObject({ providerId: slug, ...providerSettings, secret: providerSecret })
    .meta({ id: 'CreateIdentityProvider' }),
  answers: { 201: { description: 'The provider', schema: providerSchema } },
  problems: ['already-exists', 'unknown-client', 'provider-unusable', 'invalid-body', 'malformed-json'],
});

export const changeIdentityProvider = operation({
  ...operatorOnly,
  id: 'changeIdentityProvider',
  audit: { object: 'identity-provider', id: 'providerId', settings: providerAuditSettings },
  method: 'PUT',
  path: '/console/identity-providers/{providerId}',
  summary: 'Replace the settings of an identity provider',
  description:
    'Without `secret`, the stored one is kept. With another issuer, people are found by their verified e-mail address again.',
  params: providerParams,
  body: z
    .strictObject({ ...providerSettings, secret: providerSecret.optional() })
    .meta({ id: 'ChangeIdentityProvider' }),
  answers: { 200: { description: 'The provider', schema: providerSchema } },
  problems: [
    'unknown-provider',
    'already-exists',
    'unknown-client',
    'provider-unusable',
    'invalid-body',
    'malformed-json',
  ],
});

export const deleteIdentityProvider = operation({
  ...operatorOnly,
  id: 'deleteIdentityProvider',
  audit: { object: 'identity-provider', id: 'providerId' },
  method: 'DELETE',
  path: '/console/identity-providers/{providerId}',
  summary: 'Delete an identity provider',
  description:
    'Sessions that were started with it end. The people and their roles are kept; they can sign in in other ways.',
  params: providerParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-provider'],
});

export const testIdentityProvider = operation({
  ...operatorOnly,
  id: 'testIdentityProvider',
  audit: 'none',
  method: 'POST',
  path: '/console/identity-providers/{providerId}/test',
  summary: 'Test whether an identity provider can be reached and names itself as configured',
  description: 'Reads its discovery document. Only a sign-in proves that its client id and secret are correct.',
  params: providerParams,
  answers: {
    200: {
      description: 'It can be used',
      schema: z.object({ issuer: z.string(), authorizationEndpoint: z.string() }).meta({ id: 'IdentityProviderTest' }),
    },
  },
  problems: ['unknown-provider', 'provider-unusable'],
});
