import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';

const count = z.number().int();

export const clientDeletionSchema = z
  .object({
    deletionId: z.string(),
    clientId: z.string(),
    status: z.enum(['Deleting', 'Completed']),
    actor: z.string().describe('Who started it: `key:<keyId>` or `user:<personId>`'),
    started: z.string(),
    finished: z.string().nullable(),
    people: count.describe('People without any other role, whose logins were deleted'),
    deletedRows: z.record(z.string(), count).describe('Number of deleted rows by table of the database'),
    files: count.describe('Deleted files, previews and archives included'),
    fileBytes: count,
    strippedEvents: count.describe(
      'Events that lost their data; they keep their position in the stream of their adapter',
    ),
    check: z
      .object({ tables: count, rows: count, files: count })
      .nullable()
      .describe('What the check at the end looked at and found: all tables, no rows and no files of the client'),
  })
  .meta({ id: 'ClientDeletion' });
export type ClientDeletion = z.infer<typeof clientDeletionSchema>;

const common = { tag: 'Clients', permission: { who: 'operator' } } as const;
const path = '/console/clients/{clientId}/deletion';
const params = z.object({ clientId: z.string() });

export const startClientDeletion = operation({
  ...common,
  id: 'startClientDeletion',
  method: 'POST',
  audit: { object: 'client', id: 'clientId' },
  path,
  summary: 'Delete a client with everything that is stored of it',
  description:
    'At once, every access ends: keys and tokens are revoked, members lose their roles, open invitations and imports end, and no request can name the client. People without another role lose their account. Adapters get a CLIENT_CHANNEL_DELETED_EVENT for each connection, which is kept until it is read; unfetched submissions are cancelled. The data is deleted in the background, in small steps that continue after a restart. Events keep their position in the streams of adapters and lose their data. At the end, all tables and the store of files are checked; the result is kept as a certificate. The id can be used again afterwards. A repeated call returns the same deletion. This cannot be undone.',
  params,
  query: none,
  body: z
    .strictObject({ clientId: z.string().describe('The id of the client once more, as a confirmation') })
    .meta({ id: 'StartClientDeletion' }),
  answers: { 202: { description: 'The deletion', schema: clientDeletionSchema } },
  problems: ['unknown-client', 'invalid-body', 'malformed-json'],
});

export const getClientDeletion = operation({
  ...common,
  id: 'getClientDeletion',
  method: 'GET',
  path,
  summary: 'Get the progress or the certificate of the newest deletion of a client',
  params,
  query: none,
  answers: { 200: { description: 'The deletion', schema: clientDeletionSchema } },
  problems: ['unknown-client'],
});

export const listClientDeletions = operation({
  ...common,
  id: 'listClientDeletions',
  method: 'GET',
  path: '/console/client-deletions',
  summary: 'List deletions of clients, newest first',
  params: none,
  query: z.object({
    limit: integerText(1, 100).default(50),
    startingAfter: z.string().optional().describe('The `next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'One page of deletions',
      schema: z
        .object({ deletions: z.array(clientDeletionSchema), next: z.string().nullable() })
        .meta({ id: 'ClientDeletionPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});
