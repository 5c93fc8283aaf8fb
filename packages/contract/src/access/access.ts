import { z } from 'zod';
import { keyScopes } from '../operation/key-scopes.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { readableText } from '../operation/readable-text.ts';
import { must } from '../problems/requirement.ts';

export const keyKinds = ['client', 'adapter', 'operator'] as const;
export const keyName = readableText(255);
export const slug = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, must('lower-case-slug'));

export const keySchema = z
  .object({
    keyId: z.string(),
    kind: z.enum(keyKinds),
    name: z.string(),
    clientId: z.string().nullable(),
    adapterId: z.string().nullable(),
    scopes: z.array(z.enum(keyScopes)),
    addresses: z.array(z.string()).describe('The key works only from these IP addresses and ranges; empty: from all'),
    created: z.string(),
    createdBy: z
      .object({ actor: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('`key:<keyId>` or `user:<personId>`, with the current name; null if Pimento made the key'),
    lastUsed: z.string().nullable(),
    lastAddress: z.string().nullable().describe('The IP address of the last use'),
    expires: z.string().nullable(),
    revoked: z.string().nullable(),
  })
  .meta({ id: 'Key' });
export type Key = z.infer<typeof keySchema>;

export const newKeySchema = keySchema
  .extend({ secret: z.string().describe('Shown only in this answer; the service stores its SHA-256') })
  .meta({ id: 'NewKey' });
export type NewKey = z.infer<typeof newKeySchema>;

/** Optional settings of a new key of any kind. */
export const keyLimits = {
  expires: z.iso
    .datetime({ offset: true, error: must('time') })
    .optional()
    .describe('When the key ends; default: never. A rotated key gets the same lifetime again'),
  addresses: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], must('address-range')))
    .max(50, must({ rule: 'max-items', limit: 50 }))
    .optional()
    .describe('IP addresses and ranges such as `192.0.2.0/24` from which the key works; default: all'),
};

const keyParams = z.object({ keyId: z.string() });

export const createKey = operation({
  id: 'createKey',
  audit: { object: 'key', settings: ['kind', 'name', 'scopes', 'expires', 'addresses', 'adapterId'] },
  method: 'POST',
  path: '/console/keys',
  tag: 'Keys',
  summary: 'Create a key',
  permission: { who: 'operator' },
  params: none,
  query: none,
  body: z
    .object({
      kind: z.enum(keyKinds),
      name: keyName,
      clientId: z.string().optional().describe('Required for a client key'),
      adapterId: z.string().optional().describe('Required for an adapter key'),
      scopes: z.array(z.enum(keyScopes)).min(1).optional().describe('Client keys only; default: all scopes'),
      ...keyLimits,
    })
    .meta({ id: 'CreateKey' }),
  answers: { 201: { description: 'The key with its secret', schema: newKeySchema } },
  problems: ['invalid-body', 'malformed-json', 'unknown-client', 'unknown-adapter', 'quota-exceeded'],
});

export const listKeys = operation({
  id: 'listKeys',
  method: 'GET',
  path: '/console/keys',
  tag: 'Keys',
  summary: 'All keys, newest first',
  permission: { who: 'operator' },
  params: none,
  query: z.object({ clientId: z.string().optional(), adapterId: z.string().optional() }),
  answers: { 200: { description: 'The keys', schema: z.object({ keys: z.array(keySchema) }).meta({ id: 'KeyList' }) } },
  problems: [],
});

export const revokeKey = operation({
  id: 'revokeKey',
  audit: { object: 'key', id: 'keyId' },
  method: 'POST',
  path: '/console/keys/{keyId}/revoke',
  tag: 'Keys',
  summary: 'Revoke a key, immediately and permanently',
  permission: { who: 'operator' },
  params: keyParams,
  query: none,
  answers: { 200: { description: 'The revoked key', schema: keySchema } },
  problems: ['unknown-key'],
});

export const rotateKeyBody = z
  .object({
    graceSeconds: z
      .number()
      .int()
      .min(0)
      .max(2_592_000)
      .default(86_400)
      .describe('Seconds for which the old secret remains valid'),
  })
  .meta({ id: 'RotateKey' });

export const rotateKey = operation({
  id: 'rotateKey',
  audit: { object: 'key', id: 'keyId', settings: ['graceSeconds'] },
  method: 'POST',
  path: '/console/keys/{keyId}/rotate',
  tag: 'Keys',
  summary: 'Rotate a key: a new secret for the same rights; the old secret remains valid for a grace period',
  permission: { who: 'operator' },
  params: keyParams,
  query: none,
  body: rotateKeyBody,
  answers: { 201: { description: 'The new key with its secret', schema: newKeySchema } },
  problems: ['unknown-key', 'invalid-body', 'malformed-json', 'not-possible-now'],
});

export const clientSchema = z
  .object({
    clientId: z.string(),
    name: z.string(),
    created: z.string(),
    endingSince: z.string().nullable().describe('When the deletion of the client was started'),
    needsSecondFactor: z.boolean().describe('True: people open this client only with a second factor'),
    membersWithoutSecondFactor: z
      .number()
      .int()
      .nullable()
      .describe(
        'With `needsSecondFactor`: the number of members who cannot open the client, because they have no authenticator app, passkey or single sign-on. Otherwise null',
      ),
  })
  .meta({ id: 'Client' });

export const createClient = operation({
  id: 'createClient',
  audit: { object: 'client', id: 'clientId', settings: ['name'] },
  method: 'POST',
  path: '/console/clients',
  tag: 'Clients',
  summary: 'Create a client (tenant)',
  permission: { who: 'operator' },
  params: none,
  query: none,
  body: z.object({ clientId: slug, name: keyName }).meta({ id: 'CreateClient' }),
  answers: { 201: { description: 'The client', schema: clientSchema } },
  problems: ['invalid-body', 'malformed-json', 'already-exists'],
});

export const listClients = operation({
  id: 'listClients',
  method: 'GET',
  path: '/console/clients',
  tag: 'Clients',
  summary: 'List all clients of this installation',
  permission: { who: 'operator' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'The clients',
      schema: z.object({ clients: z.array(clientSchema) }).meta({ id: 'ClientList' }),
    },
  },
  problems: [],
});

const tokenBody = z
  .object({
    grant_type: z.string().describe('`client_credentials`'),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    scope: z
      .string()
      .optional()
      .describe('Scopes of the key, separated by blanks: the token has only these. Default: all scopes of the key'),
  })
  .meta({ id: 'TokenRequest' });
const tokenAnswers = {
  200: {
    description: 'A short-lived token; send it as `Authorization: Bearer …`',
    schema: z
      .object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.number().int(),
        scope: z.string().optional().describe('The scopes of the token; absent for keys that have no scopes'),
      })
      .meta({ id: 'Token' }),
  },
};

/**
 * OAuth 2.0 client credentials grant. The client_id is the keyId, and the client_secret is the secret. Both are sent as form fields or with
 * HTTP Basic.
 */
export const issueToken = operation({
  id: 'issueToken',
  audit: 'none',
  method: 'POST',
  path: '/oauth/token',
  tag: 'Tokens',
  summary: 'Get a token with OAuth 2.0 client credentials',
  description: 'A key has at most 100 valid tokens: a further one ends the oldest.',
  permission: { who: 'anyone' },
  params: none,
  query: none,
  form: true,
  oauthErrors: true,
  body: tokenBody,
  answers: tokenAnswers,
  problems: [
    'invalid-client',
    'invalid-scope',
    'forbidden',
    'unsupported-grant-type',
    'invalid-body',
    'unsupported-content-type',
    'too-many-requests',
  ],
});

export const issueRealmToken = operation({
  id: 'issueRealmToken',
  audit: 'none',
  method: 'POST',
  path: '/auth/realms/{realm}/protocol/openid-connect/token',
  tag: 'Tokens',
  summary: 'Get a token with OAuth 2.0 client credentials, at the address that existing integrations use',
  permission: { who: 'anyone' },
  params: z.object({ realm: z.string().describe('Any text') }),
  query: none,
  form: true,
  oauthErrors: true,
  body: tokenBody,
  answers: tokenAnswers,
  problems: issueToken.problems,
});

export const getTokenMetadata = operation({
  id: 'getTokenMetadata',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  tag: 'Tokens',
  summary: 'Find the token endpoint and what it accepts (RFC 8414)',
  permission: { who: 'anyone' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'The metadata of the authorization server',
      schema: z
        .object({
          issuer: z.string(),
          token_endpoint: z.string(),
          scopes_supported: z.array(z.string()),
          grant_types_supported: z.array(z.string()),
          response_types_supported: z.array(z.string()),
          token_endpoint_auth_methods_supported: z.array(z.string()),
          service_documentation: z.string(),
        })
        .meta({ id: 'TokenMetadata' }),
    },
  },
  problems: [],
});
