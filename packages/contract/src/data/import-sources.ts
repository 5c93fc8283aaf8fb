import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import {
  importSourceLimits,
  importSourceRunSchema,
  importSourceSchema,
  putImportSourceSchema,
} from './import-source.ts';

const common = { tag: 'Import', permission: { who: 'client', scope: 'import' } } as const;
const path = '/api/import/v1/sources';
const params = z.object({ name: storableText(100).min(1).describe('Name of the source, percent-encoded') });
const audit = { object: 'import-source', id: 'name' } as const;
const answers = { 200: { description: 'The source', schema: importSourceSchema } };
const expectedVersion = integerText(0, 2_147_483_647)
  .optional()
  .describe(
    'The version that the change is based on, 0 for none: if another one is current, nothing is changed and the answer is `changed-meanwhile`, with the current source as `stored`',
  );

export const listImportSources = operation({
  ...common,
  id: 'listImportSources',
  method: 'GET',
  path,
  summary: 'File sources, which are imported on a schedule, by name',
  params: none,
  query: none,
  answers: {
    200: {
      description: `All sources; a client has at most ${importSourceLimits.sources}`,
      schema: z.object({ sources: z.array(importSourceSchema) }).meta({ id: 'ImportSourceList' }),
    },
  },
  problems: [],
});

export const getImportSource = operation({
  ...common,
  id: 'getImportSource',
  method: 'GET',
  path: `${path}/{name}`,
  summary: 'Get a file source',
  params,
  query: none,
  answers,
  problems: ['unknown-source', 'invalid-parameter'],
});

export const putImportSource = operation({
  ...common,
  id: 'putImportSource',
  audit,
  method: 'PUT',
  path: `${path}/{name}`,
  maxBodyBytes: bodyBytes.settings,
  summary: 'Create or replace a file source',
  description:
    'The source requests a file from an address, or watches a folder, and imports what is new: the file is requested only if it has changed (ETag, Last-Modified), and content that was imported last is skipped. Private addresses are refused unless the operator allows them. A failed run is retried after 1, 5 and 15 minutes; if it fails again, or if a retry would not help, a failed import is listed, and people are notified. A run in progress is abandoned when the source is changed. Imports of a source belong to `system:import-source`, so they continue even if the key that created it is revoked or expires; an import creates composites if the caller that stored the source is allowed to.',
  params,
  query: z.object({ expectedVersion }),
  body: storable(putImportSourceSchema),
  answers,
  problems: [
    'invalid-source',
    'unknown-mapping',
    'invalid-body',
    'invalid-parameter',
    'malformed-json',
    'changed-meanwhile',
    'not-possible-now',
  ],
});

export const deleteImportSource = operation({
  ...common,
  id: 'deleteImportSource',
  audit,
  method: 'DELETE',
  path: `${path}/{name}`,
  summary: 'Delete a file source and its history',
  description: 'Imports that it has started continue. A run in progress is abandoned.',
  params,
  query: z.object({ expectedVersion }),
  answers: { 204: { description: 'The source is deleted' } },
  problems: ['unknown-source', 'invalid-parameter', 'changed-meanwhile'],
});

export const pauseImportSource = operation({
  ...common,
  id: 'pauseImportSource',
  audit,
  method: 'POST',
  path: `${path}/{name}/pause`,
  summary: 'Pause a file source: it runs only on request',
  description: 'A run in progress is abandoned; an import that it has started continues.',
  params,
  query: none,
  answers,
  problems: ['unknown-source', 'invalid-parameter'],
});

export const resumeImportSource = operation({
  ...common,
  id: 'resumeImportSource',
  audit,
  method: 'POST',
  path: `${path}/{name}/resume`,
  summary: 'Let a paused file source run on its schedule again',
  params,
  query: none,
  answers,
  problems: ['unknown-source', 'invalid-parameter'],
});

export const runImportSource = operation({
  ...common,
  id: 'runImportSource',
  audit: 'none',
  method: 'POST',
  path: `${path}/{name}/runs`,
  summary: 'Run a file source now, even if it is paused',
  description:
    'For example after the file was uploaded to its address. The run begins within seconds, or when the run or import in progress has ended. If a run has already been requested, there is no second one.',
  params,
  query: z.object({
    force: booleanText()
      .default(false)
      .describe(
        'Imports the file of an address even if it is unchanged; files in a folder that failed are tried again',
      ),
  }),
  answers: { 202: { description: 'The run is requested', schema: importSourceSchema } },
  problems: ['unknown-source', 'invalid-parameter'],
});

export const listImportSourceRuns = operation({
  ...common,
  id: 'listImportSourceRuns',
  method: 'GET',
  path: `${path}/{name}/runs`,
  summary: 'The last runs of a file source, newest first',
  params,
  query: none,
  answers: {
    200: {
      description: `At most ${importSourceLimits.runs} runs`,
      schema: z.object({ runs: z.array(importSourceRunSchema) }).meta({ id: 'ImportSourceRunList' }),
    },
  },
  problems: ['unknown-source', 'invalid-parameter'],
});
