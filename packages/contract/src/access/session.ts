import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';

export const roles = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The request header that selects a client for a signed-in user. */
export const clientHeader = 'pimento-client';

export const sessionSchema = z
  .object({
    personId: z.string(),
    email: z.string(),
    name: z.string(),
    isOperator: z.boolean(),
    mustChangePassword: z
      .boolean()
      .describe('True after a first password: every operation other than those of the session is refused'),
    secondFactorUsed: z
      .boolean()
      .describe('True if the person signed in with a second factor, a passkey or single sign-on'),
    clients: z.array(
      z.object({
        clientId: z.string(),
        name: z.string(),
        role: z.enum(roles),
        needsSecondFactor: z
          .boolean()
          .describe(
            'True: without `secondFactorUsed`, requests for this client are refused with `second-factor-needed`',
          ),
      }),
    ),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

const common = { tag: 'Session', params: none, query: none, path: '/console/session' } as const;

export const minPasswordCharacters = 12;

/** A new password. Passwords that are easy to guess are refused with `weak-password`. */
export const newPassword = z
  .string()
  .min(minPasswordCharacters, must({ rule: 'min-characters', limit: minPasswordCharacters }))
  .max(128, must({ rule: 'max-characters', limit: 128 }));

export const signIn = operation({
  ...common,
  id: 'signIn',
  audit: { object: 'session', failures: true },
  method: 'POST',
  summary: 'Sign in with e-mail address and password',
  description:
    'Sets a session cookie, and a cookie that identifies the device at its next sign-in. After ten wrong passwords for one e-mail address from one address within 15 minutes, further attempts are refused for a while; many failures from several addresses slow attempts down, except on known devices.',
  permission: { who: 'anyone' },
  body: z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(128) }).meta({ id: 'SignIn' }),
  answers: {
    200: { description: 'The signed-in person and their clients', schema: sessionSchema },
    202: {
      description:
        'The password is right, and a code of the second factor is needed: send it to `/console/session/code`',
      schema: z.object({ needsCode: z.literal(true) }).meta({ id: 'CodeNeeded' }),
    },
  },
  problems: [
    'sign-in-failed',
    'single-sign-on-required',
    'forbidden',
    'too-many-requests',
    'invalid-body',
    'malformed-json',
  ],
});

export const getSession = operation({
  ...common,
  id: 'getSession',
  method: 'GET',
  summary: 'Get the signed-in person',
  permission: { who: 'person' },
  answers: { 200: { description: 'The signed-in person and their clients', schema: sessionSchema } },
  problems: [],
});

export const signOut = operation({
  ...common,
  id: 'signOut',
  audit: { object: 'session' },
  method: 'DELETE',
  summary: 'Sign out',
  permission: { who: 'person' },
  answers: { 204: { description: 'Signed out' } },
  problems: [],
});

export const changePassword = operation({
  ...common,
  id: 'changePassword',
  audit: { object: 'password' },
  method: 'POST',
  path: '/console/session/password',
  summary: 'Change your own password and sign out on all other devices',
  description: 'After five wrong current passwords, the session ends.',
  permission: { who: 'person' },
  body: z.object({ currentPassword: z.string().max(128), newPassword }).meta({ id: 'ChangePassword' }),
  answers: { 204: { description: 'Changed' } },
  problems: ['sign-in-failed', 'weak-password', 'too-many-requests', 'invalid-body', 'malformed-json'],
});

export const openSessionSchema = z
  .object({
    sessionId: z.string(),
    created: z.string(),
    lastUsed: z.string(),
    address: z.string().nullable().describe('The IP address at sign-in'),
    userAgent: z.string().nullable().describe('The browser at sign-in'),
    isCurrent: z.boolean().describe('True for the session of this request'),
  })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.infer<typeof openSessionSchema>;

export const listSessions = operation({
  ...common,
  id: 'listSessions',
  method: 'GET',
  path: '/console/sessions',
  summary: 'List your own sessions, most recently used first',
  permission: { who: 'person' },
  answers: {
    200: {
      description: 'The sessions',
      schema: z.object({ sessions: z.array(openSessionSchema) }).meta({ id: 'OpenSessionList' }),
    },
  },
  problems: [],
});

export const endSession = operation({
  ...common,
  id: 'endSession',
  audit: { object: 'session', id: 'sessionId' },
  method: 'DELETE',
  path: '/console/sessions/{sessionId}',
  summary: 'End one of your own sessions',
  description: 'Safe to repeat. The sessions of other people are not affected.',
  permission: { who: 'person' },
  params: z.object({ sessionId: z.string() }),
  answers: { 204: { description: 'Ended' } },
  problems: [],
});

export const endAllSessions = operation({
  ...common,
  id: 'endAllSessions',
  audit: { object: 'session' },
  method: 'DELETE',
  path: '/console/sessions',
  summary: 'Sign out everywhere, including here',
  permission: { who: 'person' },
  answers: { 204: { description: 'Signed out' } },
  problems: [],
});
