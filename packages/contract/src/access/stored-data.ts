import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';

/** Kinds of data in the database. Data whose growth an operator can limit separately has its own kind. */
export const storedKinds = [
  'products',
  'history',
  'changes',
  'imports',
  'importErrors',
  'submissions',
  'submissionContents',
  'events',
  'audit',
  'readiness',
  'files',
  'standards',
  'notices',
  'other',
] as const;
export type StoredKind = (typeof storedKinds)[number];

export const storedDataSchema = z
  .object({
    kind: z.enum(storedKinds),
    rows: z.number().int().describe('Estimated by the database'),
    bytes: z.number().int().describe('With indexes'),
    keptDays: z.number().int().nullable().describe('Null: kept until it is deleted with what it belongs to'),
    setting: z.string().nullable().describe('The environment variable that sets `keptDays`; null if there is none'),
    deletedRows: z
      .number()
      .int()
      .nullable()
      .describe('Rows that were deleted because of their age; null if not counted'),
  })
  .meta({ id: 'StoredData' });
export type StoredData = z.infer<typeof storedDataSchema>;

export const listStoredData = operation({
  tag: 'Installation',
  permission: { who: 'operator' },
  id: 'listStoredData',
  method: 'GET',
  path: '/console/installation/data',
  summary: 'List how much of each kind of data the database has, and how long it is kept',
  description: 'Largest first. Read at most once a minute.',
  params: none,
  query: none,
  answers: {
    200: {
      description: 'The kinds of data',
      schema: z.object({ at: z.string(), kinds: z.array(storedDataSchema) }).meta({ id: 'StoredDataList' }),
    },
  },
  problems: [],
});
