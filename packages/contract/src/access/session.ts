import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';

export const roles = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The header in which a signed-in person names the client they work for. */
export const clientHeader = 'pimento-client';

export const sessionSchema = z
  .object({
    personId: z.string(),
    email: z.string(),
    name: z.string(),
    isOperator: z.boolean(),
    clients: z.array(z.object({ clientId: z.string(), name: z.string(), role: z.enum(roles) })),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

const common = { tag: 'Session', params: none, query: none, path: '/console/session' } as const;
const password = z
  .string()
  .min(8, must({ rule: 'min-characters', limit: 8 }))
  .max(128, must({ rule: 'max-characters', limit: 128 }));

export const signIn = operation({
  ...common,
  id: 'signIn',
  method: 'POST',
  summary: 'Sign in by e-mail and password',
  description: 'Answers a session cookie. Ten wrong passwords for one e-mail address within 15 minutes make it wait.',
  permission: { who: 'anyone' },
  body: z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(128) }).meta({ id: 'SignIn' }),
  answers: { 200: { description: 'Who is signed in, and for which clients', schema: sessionSchema } },
  problems: ['sign-in-failed', 'forbidden', 'too-many-requests', 'invalid-body', 'malformed-json'],
});

export const getSession = operation({
  ...common,
  id: 'getSession',
  method: 'GET',
  summary: 'Who is signed in',
  permission: { who: 'person' },
  answers: { 200: { description: 'The person and the clients they work for', schema: sessionSchema } },
  problems: [],
});

export const signOut = operation({
  ...common,
  id: 'signOut',
  method: 'DELETE',
  summary: 'End this session',
  permission: { who: 'person' },
  answers: { 204: { description: 'Signed out' } },
  problems: [],
});

export const changePassword = operation({
  ...common,
  id: 'changePassword',
  method: 'POST',
  path: '/console/session/password',
  summary: 'Change the own password, and sign out everywhere else',
  permission: { who: 'person' },
  body: z.object({ currentPassword: z.string().max(128), newPassword: password }).meta({ id: 'ChangePassword' }),
  answers: { 204: { description: 'Changed' } },
  problems: ['sign-in-failed', 'invalid-body', 'malformed-json'],
});
