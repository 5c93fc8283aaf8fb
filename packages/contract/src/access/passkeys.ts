import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { keyName } from './access.ts';
import { sessionSchema } from './session.ts';

export const passkeySchema = z
  .object({
    passkeyId: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe('True if the password manager copies it to other devices'),
    created: z.string(),
    lastUsed: z.string().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkeySchema>;

const own = { tag: 'Session', permission: { who: 'person' }, params: none, query: none } as const;
const open = { tag: 'Session', permission: { who: 'anyone' }, params: none, query: none } as const;
const passkeyParams = z.object({ passkeyId: z.string() });

/** Options and results of the browser's WebAuthn functions, as JSON (W3C WebAuthn, level 3). */
const webAuthnJson = z.record(z.string(), z.unknown());
const optionsAnswer = z.object({ options: webAuthnJson }).meta({ id: 'PasskeyOptions' });

export const listPasskeys = operation({
  ...own,
  id: 'listPasskeys',
  method: 'GET',
  path: '/console/passkeys',
  summary: 'List your passkeys, oldest first',
  answers: {
    200: {
      description: 'The passkeys',
      schema: z.object({ passkeys: z.array(passkeySchema) }).meta({ id: 'PasskeyList' }),
    },
  },
  problems: [],
});

export const startPasskey = operation({
  ...own,
  id: 'startPasskey',
  audit: 'none',
  method: 'POST',
  path: '/console/passkeys/options',
  summary: 'Start to add a passkey',
  description:
    'Returns the options for `navigator.credentials.create`, and sets a cookie for the next step. Needs a sign-in within the last hour.',
  answers: { 200: { description: 'The options', schema: optionsAnswer } },
  problems: ['sign-in-failed', 'not-possible-now'],
});

export const createPasskey = operation({
  ...own,
  id: 'createPasskey',
  audit: { object: 'passkey', settings: ['name'] },
  method: 'POST',
  path: '/console/passkeys',
  summary: 'Add a passkey',
  description:
    'The authenticator must have verified its user (by PIN, fingerprint or face), so a passkey counts as two factors.',
  body: z.object({ name: keyName, response: webAuthnJson }).meta({ id: 'CreatePasskey' }),
  answers: { 201: { description: 'The passkey', schema: passkeySchema } },
  problems: ['sign-in-failed', 'not-possible-now', 'invalid-body', 'malformed-json'],
});

export const renamePasskey = operation({
  ...own,
  id: 'renamePasskey',
  audit: { object: 'passkey', id: 'passkeyId', settings: ['name'] },
  method: 'PATCH',
  path: '/console/passkeys/{passkeyId}',
  summary: 'Rename one of your passkeys',
  params: passkeyParams,
  body: z.strictObject({ name: keyName }).meta({ id: 'RenamePasskey' }),
  answers: { 200: { description: 'The passkey', schema: passkeySchema } },
  problems: ['unknown-passkey', 'invalid-body', 'malformed-json'],
});

export const deletePasskey = operation({
  ...own,
  id: 'deletePasskey',
  audit: { object: 'passkey', id: 'passkeyId' },
  method: 'DELETE',
  path: '/console/passkeys/{passkeyId}',
  summary: 'Delete one of your passkeys',
  params: passkeyParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-passkey'],
});

export const startPasskeySignIn = operation({
  ...open,
  id: 'startPasskeySignIn',
  audit: 'none',
  method: 'POST',
  path: '/console/session/passkey/options',
  summary: 'Start to sign in with a passkey',
  description: 'Returns the options for `navigator.credentials.get`, and sets a cookie for the next step.',
  answers: { 200: { description: 'The options', schema: optionsAnswer } },
  problems: ['forbidden'],
});

export const signInWithPasskey = operation({
  ...open,
  id: 'signInWithPasskey',
  audit: { object: 'session', failures: true },
  method: 'POST',
  path: '/console/session/passkey',
  summary: 'Sign in with a passkey',
  body: z.object({ response: webAuthnJson }).meta({ id: 'SignInWithPasskey' }),
  answers: { 200: { description: 'The signed-in person and their clients', schema: sessionSchema } },
  problems: ['sign-in-failed', 'single-sign-on-required', 'forbidden', 'invalid-body', 'malformed-json'],
});
