import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { keyName } from './access.ts';
import { invitedEmail, invitedRole, newInvitationSchema } from './invitations.ts';
import { sentLinkSchema } from './links.ts';
import { roles } from './session.ts';

export const personSchema = z
  .object({
    personId: z.string(),
    email: z.string(),
    name: z.string(),
    isOperator: z.boolean(),
    hasSecondFactor: z.boolean(),
    disabled: z.boolean().describe('A disabled person cannot sign in'),
    clients: z.array(z.object({ clientId: z.string(), name: z.string(), role: z.enum(roles) })),
    sessions: z.number().int().describe('Number of open sessions'),
    lastSeen: z.string().nullable(),
    created: z.string(),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

const operatorOnly = { tag: 'People', permission: { who: 'operator' }, query: none } as const;
const personParams = z.object({ personId: z.string() });

export const listPeople = operation({
  ...operatorOnly,
  id: 'listPeople',
  method: 'GET',
  path: '/console/people',
  summary: 'List the people of this installation, by e-mail address',
  params: none,
  query: z.object({
    text: storableText().optional().describe('Only people whose e-mail address or name contains this text'),
    startingAfter: storableText().optional().describe('The `next` of the previous page'),
    limit: integerText(1, 100).default(50),
  }),
  answers: {
    200: {
      description: 'One page',
      schema: z.object({ people: z.array(personSchema), next: z.string().nullable() }).meta({ id: 'PersonPage' }),
    },
  },
  problems: ['invalid-parameter'],
});

export const inviteToClient = operation({
  ...operatorOnly,
  id: 'inviteToClient',
  audit: { object: 'invitation', settings: ['email', 'role'] },
  method: 'POST',
  path: '/console/people/invitations',
  summary: 'Invite a person to a client',
  params: none,
  body: z
    .object({ clientId: storableText(), email: invitedEmail, name: keyName.optional(), role: invitedRole })
    .meta({ id: 'InviteToClient' }),
  answers: { 201: { description: 'The invitation', schema: newInvitationSchema } },
  problems: [
    'unknown-client',
    'already-exists',
    'not-possible-now',
    'too-many-requests',
    'invalid-body',
    'malformed-json',
  ],
});

export const createOperator = operation({
  ...operatorOnly,
  id: 'createOperator',
  audit: { object: 'person', settings: ['email', 'name'] },
  method: 'POST',
  path: '/console/people/operators',
  summary: 'Create an operator, who sets a password with a link',
  description: 'Turn a known person into an operator with `PATCH /console/people/{personId}`.',
  params: none,
  body: z.object({ email: invitedEmail, name: keyName }).meta({ id: 'CreateOperator' }),
  answers: {
    201: {
      description: 'The operator',
      schema: sentLinkSchema.extend({ person: personSchema }).meta({ id: 'NewOperator' }),
    },
  },
  problems: ['already-exists', 'too-many-requests', 'invalid-body', 'malformed-json'],
});

export const changePerson = operation({
  ...operatorOnly,
  id: 'changePerson',
  audit: { object: 'person', id: 'personId', settings: ['name', 'disabled', 'isOperator'] },
  method: 'PATCH',
  path: '/console/people/{personId}',
  summary: 'Rename a person, disable them, or make them an operator; omitted members keep their values',
  description: 'Disabling a person ends their sessions. The last operator can be neither disabled nor demoted.',
  params: personParams,
  body: z
    .strictObject({ name: keyName, disabled: z.boolean(), isOperator: z.boolean() })
    .partial()
    .meta({ id: 'ChangePerson' }),
  answers: { 200: { description: 'The person', schema: personSchema } },
  problems: ['unknown-person', 'not-possible-now', 'invalid-body', 'malformed-json'],
});

export const deletePerson = operation({
  ...operatorOnly,
  id: 'deletePerson',
  audit: { object: 'person', id: 'personId' },
  method: 'DELETE',
  path: '/console/people/{personId}',
  summary: 'Delete a person with their roles, sessions and password',
  description: 'Histories keep what the person did under an id without a name.',
  params: personParams,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-person', 'not-possible-now'],
});

export const endPersonSessions = operation({
  ...operatorOnly,
  id: 'endPersonSessions',
  audit: { object: 'person', id: 'personId' },
  method: 'DELETE',
  path: '/console/people/{personId}/sessions',
  summary: 'End all sessions of a person',
  params: personParams,
  answers: { 204: { description: 'Ended' } },
  problems: ['unknown-person'],
});

export const createPasswordLink = operation({
  ...operatorOnly,
  id: 'createPasswordLink',
  audit: { object: 'person', id: 'personId' },
  method: 'POST',
  path: '/console/people/{personId}/password-link',
  summary: 'Create a link with which a person sets a new password',
  description: 'The link works once, within 24 hours; a new one replaces it.',
  params: personParams,
  answers: { 201: { description: 'The link', schema: sentLinkSchema } },
  problems: ['unknown-person', 'not-possible-now', 'too-many-requests'],
});
