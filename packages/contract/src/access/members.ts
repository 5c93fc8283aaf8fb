import { z } from 'zod';
import { keyLimits, keyName, keySchema, newKeySchema, rotateKeyBody } from './access.ts';
import { keyScopes } from '../operation/key-scopes.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { sentLinkSchema } from './links.ts';
import { roles } from './session.ts';
import { must } from '../problems/requirement.ts';

export const memberSchema = z
  .object({
    personId: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    lastSeen: z.string().nullable().describe('The last request for this client'),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof memberSchema>;

const owner = { permission: { who: 'owner' }, query: none } as const;
const memberParams = z.object({ personId: z.string() });
const role = z.enum(roles, must({ rule: 'one-of-few', values: roles }));

export const listMembers = operation({
  ...owner,
  id: 'listMembers',
  method: 'GET',
  path: '/console/members',
  tag: 'Members',
  summary: 'List the members of this client',
  params: none,
  answers: {
    200: { description: 'By name', schema: z.object({ members: z.array(memberSchema) }).meta({ id: 'MemberList' }) },
  },
  problems: [],
});

export const changeMember = operation({
  ...owner,
  id: 'changeMember',
  audit: { object: 'member', id: 'personId', settings: ['role'] },
  method: 'PUT',
  path: '/console/members/{personId}',
  tag: 'Members',
  summary: 'Change the role of a member',
  params: memberParams,
  body: z.object({ role }).meta({ id: 'ChangeMember' }),
  answers: { 200: { description: 'The member', schema: memberSchema } },
  problems: ['unknown-person', 'not-possible-now', 'invalid-body', 'malformed-json'],
});

export const removeMember = operation({
  ...owner,
  id: 'removeMember',
  audit: { object: 'member', id: 'personId' },
  method: 'DELETE',
  path: '/console/members/{personId}',
  tag: 'Members',
  summary: 'Remove a member from this client',
  params: memberParams,
  answers: { 204: { description: 'Removed' } },
  problems: ['unknown-person', 'not-possible-now'],
});

export const createMemberPasswordLink = operation({
  ...owner,
  id: 'createMemberPasswordLink',
  audit: { object: 'member', id: 'personId' },
  method: 'POST',
  path: '/console/members/{personId}/password-link',
  tag: 'Members',
  summary: 'Create a link with which a member sets a new password',
  description:
    'The link works once, within 24 hours; a new one replaces it. Without mail settings, it is returned only for a member who belongs to no other client and is not an operator: for others, ask an operator.',
  params: memberParams,
  answers: { 201: { description: 'The link', schema: sentLinkSchema } },
  problems: ['unknown-person', 'not-possible-now', 'too-many-requests'],
});

export const listClientKeys = operation({
  ...owner,
  id: 'listClientKeys',
  method: 'GET',
  path: '/console/client-keys',
  tag: 'Keys',
  summary: 'List the keys of this client, newest first',
  params: none,
  answers: {
    200: { description: 'The keys', schema: z.object({ keys: z.array(keySchema) }).meta({ id: 'ClientKeyList' }) },
  },
  problems: [],
});

export const createClientKey = operation({
  ...owner,
  id: 'createClientKey',
  audit: { object: 'key', settings: ['name', 'scopes', 'expires', 'addresses'] },
  method: 'POST',
  path: '/console/client-keys',
  tag: 'Keys',
  summary: 'Create a key of this client',
  params: none,
  body: z
    .object({ name: keyName, scopes: z.array(z.enum(keyScopes)).min(1, must('one-scope')), ...keyLimits })
    .meta({ id: 'CreateClientKey' }),
  answers: { 201: { description: 'The key with its secret', schema: newKeySchema } },
  problems: ['invalid-body', 'malformed-json'],
});

export const revokeClientKey = operation({
  ...owner,
  id: 'revokeClientKey',
  audit: { object: 'key', id: 'keyId' },
  method: 'POST',
  path: '/console/client-keys/{keyId}/revoke',
  tag: 'Keys',
  summary: 'Revoke a key of this client, immediately and permanently',
  params: z.object({ keyId: z.string() }),
  answers: { 200: { description: 'The revoked key', schema: keySchema } },
  problems: ['unknown-key'],
});

export const rotateClientKey = operation({
  ...owner,
  id: 'rotateClientKey',
  audit: { object: 'key', id: 'keyId', settings: ['graceSeconds'] },
  method: 'POST',
  path: '/console/client-keys/{keyId}/rotate',
  tag: 'Keys',
  summary: 'Rotate a key of this client: a new secret; the old secret remains valid for a grace period',
  params: z.object({ keyId: z.string() }),
  body: rotateKeyBody,
  answers: { 201: { description: 'The new key with its secret', schema: newKeySchema } },
  problems: ['unknown-key', 'invalid-body', 'malformed-json', 'not-possible-now'],
});
