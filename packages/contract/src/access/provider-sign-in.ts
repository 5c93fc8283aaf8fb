import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';

const open = { tag: 'Session', permission: { who: 'anyone' }, params: none } as const;

export const listSignInProviders = operation({
  ...open,
  id: 'listSignInProviders',
  method: 'GET',
  path: '/console/session/providers',
  summary: 'List the identity providers that the sign-in page shows',
  query: none,
  answers: {
    200: {
      description: 'By name',
      schema: z
        .object({
          providers: z.array(z.object({ providerId: z.string(), name: z.string() })),
          hasMore: z.boolean().describe('True if there are providers that are found by e-mail address only'),
        })
        .meta({ id: 'SignInProviders' }),
    },
  },
  problems: [],
});

export const startProviderSignIn = operation({
  ...open,
  id: 'startProviderSignIn',
  audit: 'none',
  method: 'POST',
  path: '/console/session/provider',
  summary: 'Start to sign in with an identity provider',
  description:
    'Names the provider, or an e-mail address whose domain identifies it. Sets a cookie that is needed to complete the sign-in, within ten minutes.',
  query: none,
  body: z
    .union([
      z.strictObject({ email: z.string().min(3).max(320), to: returnPath() }),
      z.strictObject({ providerId: z.string().min(1).max(63), to: returnPath() }),
    ])
    .meta({ id: 'StartProviderSignIn' }),
  answers: {
    200: {
      description: 'The address to send the browser to',
      schema: z.object({ address: z.string() }).meta({ id: 'ProviderSignInStart' }),
    },
  },
  problems: [
    'no-provider',
    'unknown-provider',
    'provider-unusable',
    'too-many-requests',
    'forbidden',
    'invalid-body',
    'malformed-json',
  ],
});

export const endProviderSignIn = operation({
  ...open,
  id: 'endProviderSignIn',
  audit: { object: 'session', failures: true },
  method: 'GET',
  path: '/console/session/provider/callback',
  summary: 'Complete a sign-in with an identity provider',
  description:
    'The provider sends the browser here. Sets the session cookie and redirects to the console; after a failure, to `/sign-in?refused=…`.',
  query: z.object({}),
  isQueryOpen: true,
  answers: { 303: { description: 'Redirects to the console', headers: { Location: 'A path of the console' } } },
  problems: ['too-many-requests'],
});

/** Creates the schema of the path to which the browser returns after the sign-in. Rejects addresses of other hosts. */
function returnPath() {
  return z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])[^\r\n]*$/, must('own-path'))
    .default('/');
}
