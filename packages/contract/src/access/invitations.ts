import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';
import { keyName } from './access.ts';
import { linkSecret, sentLinkSchema } from './links.ts';
import { newPassword, roles, sessionSchema } from './session.ts';

/**
 * The delivery of an invitation link. `link`: the inviting person delivers the link. All other values are states of the e-mail that
 * contains the link.
 */
export const deliveries = ['link', 'waiting', 'sent', 'failed'] as const;

export const invitationSchema = z
  .object({
    invitationId: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    created: z.string(),
    expires: z.string(),
    delivery: z.enum(deliveries).describe('`link`: passed on by the inviter; otherwise the state of the e-mail'),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

export const invitedEmail = z.email(must('email')).max(320);
export const invitedRole = z.enum(roles, must({ rule: 'one-of-few', values: roles }));
const name = keyName.optional().describe('Suggested to a person who is new to this installation');

export const newInvitationSchema = sentLinkSchema
  .extend({ invitation: invitationSchema })
  .meta({ id: 'NewInvitation' });

const owner = { tag: 'Members', permission: { who: 'owner' }, query: none } as const;
const open = { tag: 'Session', params: none, query: none } as const;

export const listInvitations = operation({
  ...owner,
  id: 'listInvitations',
  method: 'GET',
  path: '/console/invitations',
  summary: 'List the open invitations of this client',
  params: none,
  answers: {
    200: {
      description: 'By e-mail address',
      schema: z.object({ invitations: z.array(invitationSchema) }).meta({ id: 'InvitationList' }),
    },
  },
  problems: [],
});

export const inviteMember = operation({
  ...owner,
  id: 'inviteMember',
  audit: { object: 'invitation', settings: ['email', 'role'] },
  method: 'POST',
  path: '/console/invitations',
  summary: 'Invite a person to this client',
  description:
    'The role takes effect once the person has accepted: with a password of their own, or signed in. The link works once, within 24 hours; inviting the same e-mail address again replaces it. The answer does not depend on whether the person is known here.',
  params: none,
  body: z.object({ email: invitedEmail, name, role: invitedRole }).meta({ id: 'InviteMember' }),
  answers: { 201: { description: 'The invitation', schema: newInvitationSchema } },
  problems: ['already-exists', 'not-possible-now', 'too-many-requests', 'invalid-body', 'malformed-json'],
});

export const cancelInvitation = operation({
  ...owner,
  id: 'cancelInvitation',
  audit: { object: 'invitation', id: 'invitationId' },
  method: 'DELETE',
  path: '/console/invitations/{invitationId}',
  summary: 'Cancel an invitation; its link no longer works',
  params: z.object({ invitationId: z.string() }),
  answers: { 204: { description: 'Cancelled' } },
  problems: ['unknown-link'],
});

export const openInvitation = operation({
  ...open,
  id: 'openInvitation',
  audit: 'none',
  method: 'POST',
  path: '/console/invitation/open',
  summary: 'Read an invitation by its link',
  permission: { who: 'anyone' },
  body: z.object({ secret: linkSecret }).meta({ id: 'OpenInvitation' }),
  answers: {
    200: {
      description: 'The invitation',
      schema: z
        .object({ clientName: z.string(), email: z.string(), name: z.string(), role: z.enum(roles) })
        .meta({ id: 'OpenedInvitation' }),
    },
  },
  problems: ['unknown-link', 'invalid-body', 'malformed-json'],
});

export const acceptInvitation = operation({
  ...open,
  id: 'acceptInvitation',
  audit: { object: 'invitation' },
  method: 'POST',
  path: '/console/invitation/accept',
  summary: 'Accept an invitation as a new person: set a name and a password, and be signed in',
  permission: { who: 'anyone' },
  body: z.object({ secret: linkSecret, name: keyName, password: newPassword }).meta({ id: 'AcceptInvitation' }),
  answers: { 200: { description: 'The signed-in person and their clients', schema: sessionSchema } },
  problems: ['unknown-link', 'weak-password', 'not-possible-now', 'forbidden', 'invalid-body', 'malformed-json'],
});

export const joinClient = operation({
  ...open,
  id: 'joinClient',
  audit: { object: 'invitation' },
  method: 'POST',
  path: '/console/invitation/join',
  summary: 'Accept an invitation as the person who is signed in',
  permission: { who: 'person' },
  body: z.object({ secret: linkSecret }).meta({ id: 'JoinClient' }),
  answers: { 200: { description: 'The signed-in person and their clients', schema: sessionSchema } },
  problems: ['unknown-link', 'forbidden', 'invalid-body', 'malformed-json'],
});
