import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { forClient, none, params, path } from '../standards/mapping-parts.ts';

const count = z.number().int();

/** For each target, the number of products that get a value from the draft of a mapping. */
export const mappingCoverageSchema = z
  .object({
    products: count.describe('Products that were evaluated: at most 200, spread evenly over all products'),
    isSampled: z.boolean().describe('False: these are all products'),
    targets: z
      .array(
        z.object({
          target: z.string(),
          applies: count.describe('Evaluated products to whose category the target applies'),
          filled: count.describe('Of these, the ones that get a value'),
        }),
      )
      .describe('Top-level targets that apply to any of the evaluated products'),
  })
  .meta({ id: 'MappingCoverage' });
export type MappingCoverage = z.infer<typeof mappingCoverageSchema>;

export const getMappingCoverage = operation({
  ...forClient,
  id: 'getMappingCoverage',
  method: 'GET',
  path: `${path}/coverage`,
  summary: 'How many products get a value for each target of the draft',
  description:
    'Computed for this answer, with the values that people set for single products. With more than 200 products, use the numbers as shares.',
  params,
  query: none,
  answers: { 200: { description: 'Counts by target', schema: mappingCoverageSchema } },
  problems: ['unknown-channel', 'unknown-connection', 'unknown-standard'],
});
