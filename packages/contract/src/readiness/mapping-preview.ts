import { z } from 'zod';
import { outcomeSchema } from '../data/product-outcome.ts';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { productFilterSchema } from '../products/products.ts';
import { categoryRulesSchema } from '../standards/mapping.ts';
import { mappingEntrySchema } from '../standards/mapping-entry.ts';
import { forClient, mappingBody, none, params, path } from '../standards/mapping-parts.ts';
import { categoryReasonSchema, readinessProblemSchema } from './readiness-product.ts';

const count = z.number().int();
const maxProducts = 1000;

const previewedSchema = z.object({
  outcome: outcomeSchema,
  categoryId: z.string().nullable(),
  categoryReason: categoryReasonSchema.nullable().describe('Null: the product has no category'),
  errors: count,
  warnings: count,
});

/** Products in the channel shape, as produced by the published mapping (`before`) and by the mapping in the request (`after`). */
export const mappingPreviewSchema = z
  .object({
    standardVersion: count,
    mappingVersion: count.nullable().describe('The published version; null: there is none, and `before` is absent'),
    products: z.array(
      z.object({
        productId: z.string(),
        name: z.string().nullable(),
        before: previewedSchema.optional(),
        after: previewedSchema,
        targets: z
          .array(
            z.object({
              target: z.string(),
              name: z.string(),
              before: z.unknown().optional().describe('In the channel shape; absent without a value'),
              after: z.unknown().optional(),
              isChanged: z.boolean(),
              problems: z.array(readinessProblemSchema),
            }),
          )
          .describe('Targets with a value or a problem'),
      }),
    ),
    isComplete: z
      .boolean()
      .describe('False: the products are so large, or the formulas so costly, that some are missing'),
  })
  .meta({ id: 'MappingPreview' });
export type MappingPreview = z.infer<typeof mappingPreviewSchema>;

export const previewMapping = operation({
  ...forClient,
  id: 'previewMapping',
  audit: 'none',
  writesNothing: true,
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: `${path}/preview`,
  summary: 'Show what a mapping does with real products',
  description:
    'Compares the draft, or `mapping`, with the published version. Without `productIds` and `filter`, half of the products shown have problems, if there are any. Nothing is stored.',
  params,
  query: none,
  body: z
    .strictObject({
      mapping: mappingBody.optional().describe('Default: the draft'),
      target: storableText(2000).optional().describe('Only this top-level target'),
      entries: z
        .array(mappingEntrySchema)
        .max(1000)
        .optional()
        .describe('Instead of the entries that the mapping has for `target`'),
      category: storable(categoryRulesSchema).optional().describe('Instead of the category rules of the mapping'),
      withTargets: z.boolean().default(true).describe('False: the answer has outcomes and categories only'),
      productIds: z.array(z.string()).min(1).max(maxProducts).optional(),
      filter: productFilterSchema.optional(),
      limit: count.min(1).max(maxProducts).default(5),
    })
    .refine(({ productIds, filter }) => productIds === undefined || filter === undefined, must('ids-or-filter'))
    .meta({ id: 'PreviewMapping' }),
  answers: { 200: { description: 'Products before and after, by id', schema: mappingPreviewSchema } },
  problems: [
    'unknown-channel',
    'unknown-connection',
    'unknown-standard',
    'invalid-mapping',
    'invalid-parameter',
    'query-too-slow',
    'invalid-body',
    'malformed-json',
  ],
});
