import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { newPassword } from './session.ts';

/** Number of hours for which an invitation or a password link is valid. */
export const linkHours = 24;

/** A one-time link for a person. Either Pimento sends it by e-mail, or the caller delivers it. */
export const sentLinkSchema = z
  .object({
    link: z
      .string()
      .nullable()
      .describe('Shown only in this answer. Pass it on over a secure channel. Null if it was sent by e-mail'),
    expires: z.string(),
  })
  .meta({ id: 'SentLink' });
export type SentLink = z.infer<typeof sentLinkSchema>;

/** The part of a link after the `#`. It is sent in a request body, so that no log contains it. */
export const linkSecret = z.string().min(1).max(200);

const open = { tag: 'Session', permission: { who: 'anyone' }, params: none, query: none } as const;

export const openPasswordLink = operation({
  ...open,
  id: 'openPasswordLink',
  audit: 'none',
  method: 'POST',
  path: '/console/password-link/open',
  summary: 'Read whose password a link sets',
  body: z.object({ secret: linkSecret }).meta({ id: 'OpenPasswordLink' }),
  answers: {
    200: {
      description: 'The person',
      schema: z.object({ email: z.string(), name: z.string() }).meta({ id: 'PasswordLink' }),
    },
  },
  problems: ['unknown-link', 'invalid-body', 'malformed-json'],
});

export const setPassword = operation({
  ...open,
  id: 'setPassword',
  audit: { object: 'password' },
  method: 'POST',
  path: '/console/password-link',
  summary: 'Set a new password with a link, and end all sessions of the person',
  body: z.object({ secret: linkSecret, password: newPassword }).meta({ id: 'SetPassword' }),
  answers: { 204: { description: 'Set; sign in with it' } },
  problems: ['unknown-link', 'weak-password', 'forbidden', 'invalid-body', 'malformed-json'],
});

export const requestPasswordLink = operation({
  ...open,
  id: 'requestPasswordLink',
  audit: 'none',
  method: 'POST',
  path: '/console/password-link/request',
  summary: 'Send yourself a link to set a new password',
  description: 'Needs mail settings. The answer does not depend on whether a person with this e-mail address exists.',
  body: z.object({ email: z.string().min(1).max(320) }).meta({ id: 'RequestPasswordLink' }),
  answers: { 202: { description: 'Sent if the person exists' } },
  problems: ['not-possible-now', 'forbidden', 'invalid-body', 'malformed-json'],
});
