import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { actorSchema } from './products.ts';

export const listHistoryActors = operation({
  id: 'listHistoryActors',
  method: 'GET',
  path: '/api/products/v1/products/{productId}/history/actors',
  tag: 'Products',
  summary: 'List the people, keys and systems that changed a product',
  description: 'For the filter `actor` of listProductHistory. Looks at the newest 5,000 changes and at the creation.',
  permission: { who: 'client', scope: 'products' },
  params: z.object({ productId: z.string() }),
  query: none,
  answers: {
    200: {
      description: 'At most 100 actors, by kind and id',
      schema: z.object({ actors: z.array(actorSchema) }).meta({ id: 'HistoryActors' }),
    },
  },
  problems: ['unknown-product'],
});
