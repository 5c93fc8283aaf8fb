import type { AccessCode } from './problem-params.ts';
import type { ProblemSentences } from './problem-sentences.ts';

const forms =
  'Send "Authorization: Bearer <secret or token>", "Authorization: Basic base64(keyId:secret)", or the bare secret as "Authorization: <secret>".';

export const englishAccess: Pick<ProblemSentences, AccessCode> = {
  'invalid-client': () => 'client_id must be a keyId and client_secret its secret, as form fields or with HTTP Basic.',
  'invalid-scope': ({ scope, scopes }) =>
    `Your key does not have the scope "${scope}"; ${scopes.length === 0 ? 'it has no scopes' : `it has: ${scopes.join(', ')}`}.`,
  'unsupported-grant-type': () => 'grant_type must be client_credentials.',
  unauthorized: {
    missing: () => `A credential is required. ${forms}`,
    unreadable: () => `The Authorization header is not in a supported form. ${forms}`,
    wrong: () => `The credential is wrong, revoked or expired. ${forms}`,
    ended: () => 'The key was revoked, deleted or expired while the request was running.',
    person: () => 'Sign in first: this is for people, and a key cannot be used for it.',
    'person-gone': () => 'This person no longer exists.',
  },
  'sign-in-failed': {
    wrong: () =>
      'The e-mail address or password is wrong. If you forgot the password, ask an owner or operator for a link.',
    'person-gone': () => 'This person no longer exists.',
    code: () => 'The code is wrong. Codes from the app change every 30 seconds, and a recovery code works once.',
    'code-too-late': () =>
      'Enter your e-mail address and password again: this sign-in took too long or had too many wrong codes.',
    password: () => 'The password is wrong; nothing was changed.',
    'old-password': () => 'The current password is wrong; nothing was changed.',
    'no-password': () => 'You have no password. Protect your sign-in with a passkey instead.',
    passkey: () => 'The passkey was not accepted. Try again.',
    'not-recent': () => 'Sign in again first: a passkey can only be added within an hour of signing in.',
    'old-password-often': () => 'A wrong current password was entered too often; nothing was changed. Sign in again.',
  },
  'single-sign-on-required': ({ provider }) =>
    `People with this e-mail domain sign in with ${provider} only, not with a password or passkey.`,
  'weak-password': {
    guessable: () => 'This password is easy to guess. Use several unrelated words, or let a password manager choose.',
    personal: () => 'This password contains your name or e-mail address and is easy to guess. Choose another one.',
  },
  'second-factor-needed': ({ clientId }) =>
    `${clientId} is open only to people who sign in with a second factor. Set up an authenticator app or a passkey in your profile, or sign in again with it.`,
  'key-in-query': ({ parameter }) =>
    `Query parameter "${parameter}" would put a credential into logs and is refused. ${forms}`,
  forbidden: {
    'key-kind': ({ needed, found }) => `This needs a key of kind ${needed}; yours is of kind ${found}.`,
    scope: ({ scope, scopes }) => `Your key lacks the scope "${scope}"; it has: ${scopes.join(', ')}.`,
    'key-address': ({ address }) => `Your key does not work from the address ${address}.`,
    owner: ({ clientId, role }) => `Only an owner of ${clientId} may do this; you are ${role}.`,
    viewer: ({ clientId }) =>
      `Viewers of ${clientId} can read everything but change nothing; ask an owner for another role.`,
    comment: () => 'You can change only your own comments. Owners can also delete comments by others.',
    operator: () => 'Only an operator of this installation may do this.',
    'client-header': () => 'Name your client in the header Pimento-Client.',
    'adapter-key': () => 'This needs the key of an adapter.',
    'other-site': () => 'With a session cookie, only the pages of this service can write; use a key instead.',
    'other-site-sign-in': () => 'People sign in from the console of this service, not from another site.',
    'password-change': () => 'Change your first password before you continue.',
    'other-person': ({ email }) => `This invitation is for ${email}. Sign in with that e-mail address.`,
    signature: () => 'The signature of this address is wrong.',
    expired: () => 'This address has expired; get the page of products again for a new one.',
    'link-expired': () => 'This address has expired; get the archive again for a new one.',
  },
};
