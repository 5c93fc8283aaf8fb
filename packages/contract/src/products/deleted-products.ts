import { z } from 'zod';
import { importReportSchema } from '../data/imports.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { actorSchema } from './products.ts';
import { storableText } from '../operation/storable-text.ts';

export const deletedProductSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable().describe('As it was called last'),
    deleted: z.string(),
    actor: actorSchema,
  })
  .meta({ id: 'DeletedProduct' });
export type DeletedProduct = z.infer<typeof deletedProductSchema>;

export const listDeletedProducts = operation({
  id: 'listDeletedProducts',
  method: 'GET',
  path: '/api/products/v1/deleted-products',
  tag: 'Products',
  summary: 'Products that are deleted and have not come back, the last first',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    limit: integerText(1, 200)
      .default(50)
      .describe('A page may hold fewer, even none, and still have `hasMore`: where most of what was deleted is back'),
    startingAfter: z.string().optional().describe('`next` of the page before'),
    text: storableText(255)
      .min(1)
      .optional()
      .describe(
        'Each of its words, in any letter case, begins a word of the id, of the last name or of the last family. Words are parted at blanks and signs, as in `green-180`',
      ),
  }),
  answers: {
    200: {
      description: 'A page of deleted products',
      schema: z
        .object({ products: z.array(deletedProductSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'DeletedProductPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const restoreProduct = operation({
  id: 'restoreProduct',
  method: 'POST',
  path: '/api/products/v1/products/{productId}/restore',
  tag: 'Products',
  summary: 'Make a deleted product again, with all that it held when it was deleted',
  description:
    'Name, family, category, packaging and values go the way of any import, all of them or none: where one does not fit the definitions of now, the report has it among its `errors` and there still is no product. Where the definition of a value is gone, the answer is `not-possible-now` with the ids as `missing`.',
  permission: { who: 'client', scope: 'import' },
  params: z.object({ productId: z.string().describe('Percent-encoded; any id works') }),
  query: none,
  answers: { 200: { description: 'What became of it, as of any import', schema: importReportSchema } },
  problems: ['unknown-product', 'not-possible-now'],
});
