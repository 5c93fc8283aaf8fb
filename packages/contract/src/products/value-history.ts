import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText } from '../operation/parameters.ts';
import { searchText } from '../operation/search-text.ts';
import { actorSchema } from './products.ts';

const valueHistoryEntrySchema = z
  .object({
    historyId: z.string(),
    at: z.string(),
    kind: z.enum(['created', 'updated']),
    actor: actorSchema,
    jobRef: z.string().nullable(),
    old: z.unknown().optional(),
    new: z.unknown().optional(),
  })
  .meta({ id: 'ValueHistoryEntry' });
export type ValueHistoryEntry = z.infer<typeof valueHistoryEntrySchema>;

export const listValueHistory = operation({
  id: 'listValueHistory',
  method: 'GET',
  path: '/api/products/v1/products/{productId}/history/value',
  tag: 'Products',
  summary: 'List the changes of one value of a product, newest first',
  description:
    'Also of one cell of a composite. The row of the cell is followed through the history: when rows are added, moved or removed, the path means the same row before. The history of a value begins with the creation of the product, or with the change that added its row.',
  permission: { who: 'client', scope: 'products' },
  params: z.object({ productId: z.string() }),
  query: z.object({
    path: searchText
      .max(4096)
      .describe(
        'An attribute by id or name, or a reserved field such as `__NAME`; inside a composite with the row, counted from 0 in the current value: `ingredients/2/name`, with the escapes of `where`',
      ),
    limit: integerText(1, 100).default(20),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description:
        'A page of changes; without `old` there was no value before, without `new` the value was removed. A page ends after 1,000 revisions, or 200 that changed the attribute, so it can have fewer entries than `limit`, or none, although `hasMore` is true',
      schema: z
        .object({
          entries: z.array(valueHistoryEntrySchema),
          hasMore: z.boolean(),
          next: z.string().nullable(),
          value: z.unknown().optional().describe('The current value; missing if there is none'),
        })
        .meta({ id: 'ValueHistoryPage' }),
    },
  },
  problems: ['unknown-product', 'invalid-parameter'],
});
