import { z } from 'zod';
import { secretText } from '../operation/secret-text.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { keyName } from './access.ts';
import { roles } from './session.ts';

const role = z.enum(roles, must({ rule: 'one-of-few', values: roles }));

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, must('domain'));

const providerClient = z.strictObject({
  clientId: storableText(),
  defaultRole: role
    .nullable()
    .default(null)
    .describe(
      'The role of a person in none of the groups. Given only if the sign-in creates the person, or if a group gave the person a role before; null: such a person does not become a member',
    ),
  groups: z
    .array(z.strictObject({ group: storableText(255).min(1, must('not-empty')), role }))
    .max(500)
    .refine((groups) => new Set(groups.map(({ group }) => group)).size === groups.length, must('no-repetition'))
    .default([])
    .describe('Which group gives which role; of several groups the highest role counts'),
});

/** The settings of an identity provider, without its id and its secret. */
export const providerSettings = {
  name: keyName.describe('Shown on the sign-in page'),
  issuer: z
    .url({ protocol: /^https?$/, error: must('http-url') })
    .max(2000)
    .describe('The issuer, exactly as the provider names itself in its discovery document'),
  oidcClientId: storableText(255).min(1, must('not-empty')).describe('The id under which Pimento is registered there'),
  domains: z
    .array(domain)
    .min(1, must('not-empty'))
    .max(100)
    .refine((domains) => new Set(domains).size === domains.length, must('no-repetition'))
    .describe('E-mail domains that the provider is responsible for; a domain belongs to one provider'),
  groupsClaim: storableText(255)
    .min(1, must('not-empty'))
    .nullable()
    .default(null)
    .describe('The claim that lists the groups of a person, such as `groups`; null: groups are ignored'),
  listed: z
    .boolean()
    .default(false)
    .describe('True: the sign-in page shows a button; false: the provider is found by e-mail address only'),
  required: z
    .boolean()
    .default(false)
    .describe('True: people with an e-mail address of the domains sign in with this provider only'),
  clients: z
    .array(providerClient)
    .max(1000)
    .refine(
      (clients) => new Set(clients.map(({ clientId }) => clientId)).size === clients.length,
      must('no-repetition'),
    )
    .default([])
    .describe('The clients whose members the provider makes'),
};
export const providerSecret = secretText(2000).min(1, must('not-empty'));
