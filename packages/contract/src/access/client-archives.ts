import { z } from 'zod';
import { redirectAnswer } from '../operation/file-answers.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

const count = z.number().int();

export const clientArchiveSchema = z
  .object({
    archiveId: z.string(),
    clientId: z.string(),
    status: z.enum(['Waiting', 'Writing', 'Ready', 'Failed', 'Expired']),
    created: z.string(),
    snapshot: z.string().nullable().describe('The archive holds what was stored at this time'),
    finished: z.string().nullable(),
    expires: z.string().nullable().describe('When the file is removed'),
    size: count.nullable().describe('Bytes of the file'),
    sha256: z.string().nullable().describe('SHA-256 of the file, in hex'),
    rows: count.nullable(),
    files: count.nullable(),
    download: z
      .string()
      .nullable()
      .describe(
        'Address of the file, which needs no credential; valid for an hour. Get the archive again for a fresh one',
      ),
  })
  .meta({ id: 'ClientArchive' });
export type ClientArchive = z.infer<typeof clientArchiveSchema>;

const listSchema = z.object({ archives: z.array(clientArchiveSchema) }).meta({ id: 'ClientArchiveList' });
const description =
  'One file (.tar.gz) with everything that is stored of the client, as of one moment: definitions and products in the formats of the import, all tables as NDJSON, members, and the bytes of files. `manifest.json` at its end lists tables, counts and the SHA-256 of each member. It contains no secrets: no hashes of keys and no passwords. It is written in the background and kept for 7 days; of each client, the newest three are kept. If an archive of the client is being written, it is returned instead of a new one.';

const operator = {
  tag: 'Clients',
  permission: { who: 'operator' },
  params: z.object({ clientId: z.string() }),
  query: none,
  path: '/console/clients/{clientId}/archives',
} as const;

export const createClientArchive = operation({
  ...operator,
  id: 'createClientArchive',
  method: 'POST',
  audit: { object: 'export', id: 'clientId' },
  summary: 'Export everything of a client into one file',
  description,
  answers: { 202: { description: 'The archive', schema: clientArchiveSchema } },
  problems: ['unknown-client'],
});

export const listClientArchives = operation({
  ...operator,
  id: 'listClientArchives',
  method: 'GET',
  summary: 'List the archives of a client, newest first; at most 50',
  answers: { 200: { description: 'The archives', schema: listSchema } },
  problems: ['unknown-client'],
});

const owner = {
  tag: 'Clients',
  permission: { who: 'owner' },
  params: none,
  query: none,
  path: '/console/archives',
} as const;

export const createArchive = operation({
  ...owner,
  id: 'createArchive',
  method: 'POST',
  audit: { object: 'export' },
  summary: 'Export everything of your client into one file',
  description,
  answers: { 202: { description: 'The archive', schema: clientArchiveSchema } },
  problems: [],
});

export const listArchives = operation({
  ...owner,
  id: 'listArchives',
  method: 'GET',
  summary: 'List the archives of your client, newest first; at most 50',
  answers: { 200: { description: 'The archives', schema: listSchema } },
  problems: [],
});

export const getArchiveFile = operation({
  id: 'getArchiveFile',
  method: 'GET',
  path: '/console/archive-files/{name}',
  tag: 'Clients',
  summary: 'Download an archive',
  description:
    'The address comes with the archive. Ranges are supported, so that an interrupted download can continue.',
  permission: { who: 'anyone' },
  params: z.object({ name: z.string().describe('Any name; it names the downloaded file') }),
  query: z.object({
    client: storableText(),
    archive: storableText(100),
    expires: integerText(0, 99_999_999_999).describe('Seconds since 1970'),
    signature: z.string(),
  }),
  answers: {
    200: { description: 'The file', contentType: 'application/gzip' },
    206: { description: 'A range of the file', contentType: 'application/gzip' },
    304: { description: 'The caller already has this file' },
    307: redirectAnswer,
  },
  problems: ['invalid-parameter', 'forbidden', 'not-found', 'range-not-satisfiable'],
});
