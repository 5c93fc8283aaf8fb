import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { sessionSchema } from './session.ts';

const own = { tag: 'Session', permission: { who: 'person' }, params: none, query: none } as const;
const password = z.string().min(1).max(128);
const code = z.string().trim().min(1).max(40);

export const enterCode = operation({
  id: 'enterCode',
  audit: { object: 'session', failures: true },
  method: 'POST',
  path: '/console/session/code',
  tag: 'Session',
  summary: 'Complete a sign-in with a code from the authenticator app, or with a recovery code',
  description:
    'Needs the cookie from a sign-in that returned 202 within the last ten minutes. A sign-in allows five codes; ten wrong codes in a row lock the second factor for 15 minutes. A recovery code works once.',
  permission: { who: 'anyone' },
  params: none,
  query: none,
  body: z.object({ code, isRecoveryCode: z.boolean().default(false) }).meta({ id: 'EnterCode' }),
  answers: { 200: { description: 'The signed-in person and their clients', schema: sessionSchema } },
  problems: ['sign-in-failed', 'forbidden', 'too-many-requests', 'invalid-body', 'malformed-json'],
});

export const getSecondFactor = operation({
  ...own,
  id: 'getSecondFactor',
  method: 'GET',
  path: '/console/session/second-factor',
  summary: 'Whether your sign-in needs a second factor',
  answers: {
    200: {
      description: 'The state',
      schema: z.object({ isOn: z.boolean() }).meta({ id: 'SecondFactor' }),
    },
  },
  problems: [],
});

export const startSecondFactor = operation({
  ...own,
  id: 'startSecondFactor',
  audit: 'none',
  method: 'POST',
  path: '/console/session/second-factor',
  summary: 'Start to set up an authenticator app',
  description: 'Sign-ins need no code until the first code has been confirmed.',
  body: z.object({ password }).meta({ id: 'StartSecondFactor' }),
  answers: {
    201: {
      description: 'What to enter in the app, and the recovery codes',
      schema: z
        .object({
          uri: z.string().describe('An otpauth address, to be shown as a QR code'),
          recoveryCodes: z.array(z.string()).describe('Shown only in this answer. Each works once'),
        })
        .meta({ id: 'NewSecondFactor' }),
    },
  },
  problems: ['sign-in-failed', 'not-possible-now', 'invalid-body', 'malformed-json'],
});

export const confirmSecondFactor = operation({
  ...own,
  id: 'confirmSecondFactor',
  audit: { object: 'second-factor' },
  method: 'POST',
  path: '/console/session/second-factor/confirm',
  summary: 'Turn the second factor on with a first code from the app',
  body: z.object({ code }).meta({ id: 'ConfirmSecondFactor' }),
  answers: { 204: { description: 'On' } },
  problems: ['sign-in-failed', 'invalid-body', 'malformed-json'],
});

export const replaceRecoveryCodes = operation({
  ...own,
  id: 'replaceRecoveryCodes',
  audit: { object: 'second-factor' },
  method: 'POST',
  path: '/console/session/second-factor/recovery-codes',
  summary: 'Replace your recovery codes',
  body: z.object({ password }).meta({ id: 'ReplaceRecoveryCodes' }),
  answers: {
    201: {
      description: 'The new codes',
      schema: z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' }),
    },
  },
  problems: ['sign-in-failed', 'not-possible-now', 'invalid-body', 'malformed-json'],
});

export const endSecondFactor = operation({
  ...own,
  id: 'endSecondFactor',
  audit: { object: 'second-factor' },
  method: 'POST',
  path: '/console/session/second-factor/end',
  summary: 'Turn your second factor off',
  body: z.object({ password }).meta({ id: 'EndSecondFactor' }),
  answers: { 204: { description: 'Off' } },
  problems: ['sign-in-failed', 'invalid-body', 'malformed-json'],
});

export const removeSecondFactor = operation({
  id: 'removeSecondFactor',
  audit: { object: 'person', id: 'personId' },
  method: 'DELETE',
  path: '/console/people/{personId}/second-factor',
  tag: 'People',
  summary: 'Remove the second factor and the passkeys of a person who has lost them, and end their sessions',
  permission: { who: 'operator' },
  params: z.object({ personId: z.string() }),
  query: none,
  answers: { 204: { description: 'Removed' } },
  problems: ['unknown-person'],
});
