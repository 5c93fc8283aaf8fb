import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, none } from '../operation/parameters.ts';
import { paramsSchema } from '../problems/problems.ts';
import { definitionsBody } from './datastandards.ts';

const valueTypeSchema = z.object({ id: z.string(), multiValue: z.boolean() });

const changedDefinitionSchema = z
  .object({ path: z.string(), name: z.string(), from: valueTypeSchema, to: valueTypeSchema })
  .meta({ id: 'ChangedDefinition' });
export type ChangedDefinition = z.infer<typeof changedDefinitionSchema>;

const misfitSchema = z
  .object({
    productId: z.string(),
    path: z.string().describe('JSON Pointer into the product'),
    value: z.string(),
    code: z.string(),
    reason: z.string(),
    params: paramsSchema,
  })
  .meta({ id: 'ValueMisfit' });

const definitionChangeSchema = z
  .object({
    changeId: z.string(),
    status: z
      .enum(['Checking', 'Converting', 'Completed', 'Previewed', 'Refused', 'Cancelled'])
      .describe(
        'Checking: all stored values are compared with the changed definitions; nothing has changed yet. Converting: the definitions are stored and apply; products are being changed to the new form. Previewed: a dry run that everything fits. Refused: see `problem`; nothing has changed',
      ),
    dryRun: z.boolean(),
    actor: z.string(),
    attributes: z.array(changedDefinitionSchema).describe('The changed definitions whose stored values are checked'),
    products: z.number().int().describe('Number of all products when the change began'),
    checked: z.number().int().describe('Number of checked products'),
    holders: z.number().int().describe('Number of checked products that have a value'),
    toConvert: z.number().int().describe('Number of checked products whose values change their form'),
    converted: z.number().int(),
    misfits: z.number().int().describe('Number of products with values that do not fit'),
    samples: z.array(misfitSchema).describe('What does not fit; the first 200'),
    problem: z
      .object({ code: z.string(), message: z.string(), params: paramsSchema.optional() })
      .nullable()
      .describe('Why the change was refused'),
    startedAt: z.string(),
    switchedAt: z.string().nullable().describe('When the definitions were stored'),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'DefinitionChange' });
export type DefinitionChange = z.infer<typeof definitionChangeSchema>;

const path = '/api/datastandards/v1/datastandards/changes';
const common = { tag: 'Data standards', permission: { who: 'client', scope: 'datastandards' } } as const;
const changeParams = z.object({ changeId: z.string() });

export const startDefinitionChange = operation({
  ...common,
  id: 'startDefinitionChange',
  audit: { object: 'definition-change' },
  method: 'POST',
  path,
  summary: 'Change attribute definitions in the background, or preview the change',
  description:
    'Takes the body of putAttributes and answers immediately. The stored values are checked while imports and edits continue, including values that are written in the meantime. If all fit, the definitions are stored, all or nothing; if some do not, nothing changes and the change lists them. The changes of one client are checked one after another.',
  params: none,
  query: z.object({
    dryRun: booleanText().default(false).describe('Only checks: the change ends as `Previewed` or `Refused`'),
  }),
  body: definitionsBody,
  answers: { 202: { description: 'The change was started', schema: definitionChangeSchema } },
  problems: [
    'malformed-json',
    'invalid-body',
    'unsupported-content-type',
    'body-too-large',
    'invalid-definitions',
    'changed-meanwhile',
  ],
});

export const listDefinitionChanges = operation({
  ...common,
  id: 'listDefinitionChanges',
  method: 'GET',
  path,
  summary: 'List the latest definition changes that affect stored values',
  params: none,
  query: none,
  answers: {
    200: {
      description: 'The latest 50, newest first; ended ones are kept for 30 days',
      schema: z.object({ changes: z.array(definitionChangeSchema) }).meta({ id: 'DefinitionChangeList' }),
    },
  },
  problems: [],
});

export const getDefinitionChange = operation({
  ...common,
  id: 'getDefinitionChange',
  method: 'GET',
  path: `${path}/{changeId}`,
  summary: 'Get the progress and the result of a definition change',
  params: changeParams,
  query: none,
  answers: { 200: { description: 'The change', schema: definitionChangeSchema } },
  problems: ['unknown-job'],
});

export const cancelDefinitionChange = operation({
  ...common,
  id: 'cancelDefinitionChange',
  audit: { object: 'definition-change', id: 'changeId' },
  method: 'POST',
  path: `${path}/{changeId}/cancel`,
  summary: 'Cancel a definition change while it is checking stored values',
  params: changeParams,
  query: none,
  answers: { 200: { description: 'Cancelled: nothing has changed', schema: definitionChangeSchema } },
  problems: ['unknown-job', 'not-possible-now'],
});
