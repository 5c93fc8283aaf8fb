import { z } from 'zod';
import { outcomeSchema } from '../data/product-outcome.ts';
import { operation } from '../operation/operation.ts';
import { forClient, none, params, path } from '../standards/mapping-parts.ts';

const count = z.number().int();
export const trialStatuses = ['Running', 'Completed', 'Outdated', 'Failed'] as const;

/** A trial of the draft of a mapping, with its progress and how the outcomes of products would change if the draft were published. */
export const mappingTrialSchema = z
  .object({
    trialId: z.string(),
    status: z.enum(trialStatuses).describe('`Outdated`: the draft or the data standard changed before the end'),
    revision: count.describe('Of the draft'),
    standardVersion: count,
    checked: count.describe('Products that were evaluated'),
    total: count,
    outcomes: z
      .array(z.object({ before: outcomeSchema, after: outcomeSchema, products: count }))
      .describe('Numbers of products by outcome, as last evaluated and with the draft'),
    due: z
      .object({
        again: count.describe('Products that were submitted before'),
        first: count.describe('Products on the channel that were never submitted'),
      })
      .nullable()
      .describe(
        'Products that are not due now, and become due if the draft is published: the next submit of due products, such as an automatic one, submits them. Null if they were not counted',
      ),
    started: z.string(),
    finished: z.string().nullable(),
  })
  .meta({ id: 'MappingTrial' });
export type MappingTrial = z.infer<typeof mappingTrialSchema>;

export const startMappingTrial = operation({
  ...forClient,
  id: 'startMappingTrial',
  audit: 'none',
  method: 'POST',
  path: `${path}/trials`,
  summary: 'Evaluate all products with the draft, and count how their outcomes would change',
  description:
    'It runs in the background. Only the counts are stored, and only those of the last trial. If a trial of the same draft is running, it is returned.',
  params,
  query: none,
  answers: { 202: { description: 'The trial', schema: mappingTrialSchema } },
  problems: ['unknown-channel', 'unknown-connection', 'unknown-standard', 'unknown-mapping'],
});

export const getMappingTrial = operation({
  ...forClient,
  id: 'getMappingTrial',
  method: 'GET',
  path: `${path}/trials/{trialId}`,
  summary: 'Get the progress and the counts of a trial',
  params: params.extend({ trialId: z.string() }),
  query: none,
  answers: { 200: { description: 'The trial', schema: mappingTrialSchema } },
  problems: ['unknown-channel', 'unknown-connection', 'unknown-job'],
});
