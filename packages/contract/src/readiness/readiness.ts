import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { searchText } from '../operation/search-text.ts';
import { integerText, listOf, none } from '../operation/parameters.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { overrideListSchema, overridesSchema } from './overrides.ts';
import { readinessOutcomes } from '../data/product-outcome.ts';
import { productReadinessSchema, readinessRowSchema } from './readiness-product.ts';

const forClient = { tag: 'Readiness', permission: { who: 'client', scope: 'channels' } } as const;
const params = z.object({ channelId: storableText() });
const productParams = params.extend({ productId: storableText() });
const path = '/api/channels/v1/channels/{channelId}/readiness';
const problems = ['unknown-channel', 'unknown-connection'] as const;
const count = z.number().int();
const page = {
  limit: integerText(1, 1000).default(100),
  startingAfter: z.string().max(8192).optional().describe('`next` of the previous page'),
};

export const readinessSchema = z
  .object({
    channelId: z.string(),
    standardVersion: count.nullable().describe('null: the channel has no data standard'),
    mappingVersion: count.nullable().describe('null: no mapping is published, so every product is unmapped'),
    rulesetNo: count.nullable(),
    outcomes: z
      .object({ ready: count, incomplete: count, invalid: count, unmapped: count })
      .describe(
        'Numbers of products as last evaluated: while evaluations are `pending`, lists and filters contain only products whose evaluation is current',
      ),
    pending: count.describe('Products whose evaluation is not current; an upper limit while products change'),
    pass: z
      .object({ done: count, total: count, started: z.string() })
      .nullable()
      .describe('The evaluation of all products that is in progress'),
    categories: z
      .array(z.object({ categoryId: z.string(), name: z.string().nullable(), products: count }))
      .describe('The 100 with the most products'),
    problems: z
      .array(z.object({ target: z.string().nullable(), code: z.string(), level: z.string(), products: count }))
      .describe('The 100 most frequent'),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readinessSchema>;

export const getChannelReadiness = operation({
  ...forClient,
  id: 'getChannelReadiness',
  method: 'GET',
  path,
  summary: 'How many products are ready for a channel, and what the others lack',
  params,
  query: none,
  answers: { 200: { description: 'Counts by outcome, category and problem', schema: readinessSchema } },
  problems,
});

export const listReadinessProducts = operation({
  ...forClient,
  id: 'listReadinessProducts',
  method: 'GET',
  path: `${path}/products`,
  summary: 'List the products of a channel by outcome, problem or category',
  description:
    'Products are ordered by id. Products whose evaluation is not current have the outcome `checking`. `target`, `code` and `category` select by the last evaluation. Without a published mapping all products are `unmapped`.',
  params,
  query: z.object({
    outcome: z
      .enum(readinessOutcomes)
      .optional()
      .describe(
        'The current outcome, as in the filter `readiness` of products; `checking`: there is no current evaluation',
      ),
    target: searchText.max(2000).optional().describe('Products with a problem of this target'),
    code: searchText.max(100).optional().describe('Products with a problem of this code'),
    category: searchText.max(255).optional(),
    values: listOf(searchText.max(2000), 50)
      .optional()
      .describe(
        'Paths of top-level targets whose values are computed; repeatable, at most 50. Unknown ones are refused. With large products, pages are shorter than `limit`',
      ),
    ...page,
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({ products: z.array(readinessRowSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ReadinessProductPage' }),
    },
  },
  problems: [...problems, 'invalid-parameter'],
});

export const getProductReadiness = operation({
  ...forClient,
  id: 'getProductReadiness',
  method: 'GET',
  path: `${path}/products/{productId}`,
  summary: 'Evaluate one product for a channel',
  description:
    'The result is computed for this answer from the product as it is now, with the value and the problems of each target.',
  params: productParams,
  query: none,
  answers: { 200: { description: 'The result', schema: productReadinessSchema } },
  problems: [...problems, 'unknown-product', 'mapping-not-published'],
});

export const putOverrides = operation({
  ...forClient,
  id: 'putOverrides',
  audit: { object: 'product', id: 'productId' },
  maxBodyBytes: bodyBytes.settings,
  method: 'PUT',
  path: `${path}/products/{productId}/overrides`,
  summary: 'Set values of one product for one channel only',
  description: 'They replace the formulas of the mapping for this product. Targets that are not named keep theirs.',
  params: productParams,
  query: none,
  body: storable(overridesSchema),
  answers: { 200: { description: 'The product as it is evaluated now', schema: productReadinessSchema } },
  problems: [
    ...problems,
    'unknown-product',
    'mapping-not-published',
    'invalid-values',
    'changed-meanwhile',
    'invalid-body',
    'malformed-json',
  ],
});

export const listOverrides = operation({
  ...forClient,
  id: 'listOverrides',
  method: 'GET',
  path: `${path}/overrides`,
  summary: 'List the values that people have set for single products on a channel',
  params,
  query: z.object(page),
  answers: { 200: { description: 'By product and target', schema: overrideListSchema } },
  problems: [...problems, 'invalid-parameter'],
});

export const refreshReadiness = operation({
  ...forClient,
  id: 'refreshReadiness',
  audit: 'none',
  method: 'POST',
  path: `${path}/refresh`,
  summary: 'Evaluate all products of a channel again',
  description: 'Evaluations follow changes automatically. Use this if you doubt a result.',
  params,
  query: none,
  answers: { 202: { description: 'The evaluation has started', schema: readinessSchema } },
  problems: [...problems, 'mapping-not-published'],
});
