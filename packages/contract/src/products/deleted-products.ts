import { z } from 'zod';
import { importReportSchema } from '../data/imports.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { actorSchema } from './products.ts';
import { storableText } from '../operation/storable-text.ts';

export const deletedProductSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable().describe('The last name that the product had'),
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
  summary: 'List deleted products that have not been created again, most recently deleted first',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    limit: integerText(1, 200)
      .default(50)
      .describe(
        'A page may contain fewer products, or even none, and still have `hasMore`: if most deleted products exist again',
      ),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
    text: storableText(255)
      .min(1)
      .optional()
      .describe(
        'Each word must be the beginning of a word in the id, the last name or the last family, case-insensitive. Words are separated by blanks and punctuation, as in `green-180`',
      ),
  }),
  answers: {
    200: {
      description: 'A page of deleted products',
      schema: z
        .object({
          products: z.array(deletedProductSchema),
          hasMore: z.boolean(),
          next: z.string().nullable(),
          settledAt: z
            .string()
            .describe('Every deletion that was not committed yet has this time or a later one as `deleted`'),
        })
        .meta({ id: 'DeletedProductPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const restoreProduct = operation({
  id: 'restoreProduct',
  audit: 'none',
  method: 'POST',
  path: '/api/products/v1/products/{productId}/restore',
  tag: 'Products',
  summary: 'Restore a deleted product with the contents that it had when it was deleted',
  description:
    'Name, family, category, packaging and values are imported, all or nothing: if one does not fit the current definitions, the report lists it in `errors` and the product is not restored. If the definition of a value no longer exists, the answer is `not-possible-now` with the ids as `missing`.',
  permission: { who: 'client', scope: 'import' },
  params: z.object({ productId: z.string().describe('Percent-encoded; any id works') }),
  query: none,
  answers: { 200: { description: 'The report of the import', schema: importReportSchema } },
  problems: ['unknown-product', 'not-possible-now'],
});
