import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, listOf, none } from '../operation/parameters.ts';
import { productSchema } from './products.ts';

export const productChangeSchema = z
  .object({
    productId: z.string(),
    type: z
      .enum(['created', 'changed', 'deleted'])
      .describe('`created` if the product was created on this page, even if it was changed after that'),
    revision: z.number().int().describe('Revision of the product after this change; a deletion counts as a change'),
    at: z.string().describe('When the change was committed, by the clock of the database'),
    attributes: productSchema
      .optional()
      .describe(
        'On request: the product as it is now, which can be newer than `revision`. Absent if the product no longer exists; its deletion follows',
      ),
  })
  .meta({ id: 'ProductChange' });
export type ProductChange = z.infer<typeof productChangeSchema>;

export const listProductChanges = operation({
  id: 'listProductChanges',
  method: 'GET',
  path: '/api/products/v1/products/changes',
  tag: 'Products',
  summary: 'List changes to and deletions of products in commit order, without gaps',
  description:
    'Keep the `next` of each answer for the next request: then no change is ever missed or listed twice, regardless of concurrent writes and clocks. A page lists each product once, with its newest change on that page. Without `after` the answer begins with all products that exist. Changes are kept for 30 days; if `after` is older, the answer is `410 cursor-expired`.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    after: z.string().optional().describe('`next` of the previous answer; default: all products, then their changes'),
    limit: integerText(1, 1000)
      .default(100)
      .describe(
        'Max number of changes that a page is made of. It may contain fewer, or even none, and still have `hasMore`',
      ),
    attributes: booleanText().default(false).describe('Include the product as it is now in each change'),
    fields: listOf(z.string())
      .optional()
      .describe('Include only these attributes in addition to __ID; repeatable or comma-separated'),
  }),
  answers: {
    200: {
      description: 'A page of changes; `next` is the cursor of the next request, even if there are no more changes now',
      schema: z
        .object({ changes: z.array(productChangeSchema), next: z.string(), hasMore: z.boolean() })
        .meta({ id: 'ProductChangePage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor', 'cursor-expired'],
});
