import { z } from 'zod';
import { assetStatuses } from '../assets/assets.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, listOf, none, timeText } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';

/** A product in the import's own shape, so that what is read can be sent back. */
export const productSchema = z
  .looseObject({
    __ID: z.string(),
    __NAME: z.string().optional(),
    __FAMILY: z.string().optional(),
    __CATEGORY: z.string().optional(),
    PRIMARY_ASSET: z.string().optional(),
    PACKAGING: z.array(z.object({ __ID: z.string(), QUANTITY: z.number() })).optional(),
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof productSchema>;

export const productRecordSchema = z
  .object({
    productId: z.string(),
    created: z.string(),
    updated: z.string(),
    revision: z.number().int().describe('Rises with every change of the product'),
    product: productSchema,
  })
  .meta({ id: 'ProductRecord' });
export type ProductRecord = z.infer<typeof productRecordSchema>;

/** PostgreSQL holds no U+0000, so that nothing stored could ever match it. */
const searchText = z.string().refine((text) => !text.includes('\u0000'), must('no-null-character'));

/** What narrows a list, an export or a submission; all conditions hold at once. */
export const productFilterQuery = {
  productId: listOf(searchText)
    .refine((ids) => ids.length <= 1000, must({ rule: 'max-items', limit: 1000 }))
    .optional()
    .describe('Only these products, repeatable; ids without a product are left out'),
  family: searchText.optional(),
  category: searchText.optional(),
  text: searchText.min(1).max(255).optional().describe('Found in the id or the name, in any letter case'),
  updatedSince: timeText().optional(),
  assetState: listOf(z.enum(assetStatuses, must({ rule: 'one-of', values: assetStatuses })))
    .optional()
    .describe('Only products that refer to an asset in one of these states, repeatable'),
  where: listOf(searchText.max(4096))
    .optional()
    .describe(
      'A condition on an attribute, repeatable: `color=blue` equals, `color~blu` contains in any letter case, `color!` is empty, `color*` is not empty. Attributes are named by id or name, reserved fields as they are printed. Inside composites by path: `price/currency=EUR`. Of several values or rows any one may match. A "/", "=", "~", "!", "*" or "%" inside a name is written as %2F, %3D, %7E, %21, %2A, %25.',
    ),
};
/** Strict: a misspelt condition that was passed over would mean every product. */
export const productFilterSchema = z.strictObject(productFilterQuery);
export type ProductFilter = z.infer<typeof productFilterSchema>;

export const listAttributeUsage = operation({
  id: 'listAttributeUsage',
  method: 'GET',
  path: '/api/products/v1/attribute-usage',
  tag: 'Products',
  summary: 'How many products hold a value of each attribute',
  description:
    'Counting reads every product. Where that takes more than a tenth of a second, the counts are kept for thirty times as long as it took; `countedAt` says when they were made.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'Top-level attributes that hold a value somewhere, and the number of all products',
      schema: z
        .object({
          products: z.number().int(),
          countedAt: z.string(),
          attributes: z.array(z.object({ id: z.string(), products: z.number().int() })),
        })
        .meta({ id: 'AttributeUsage' }),
    },
  },
  problems: [],
});

const productParams = z.object({ productId: z.string().describe('Percent-encoded; any id works') });
const fields = listOf(z.string())
  .optional()
  .describe('Only these attributes besides __ID; repeatable, or separated by commas');

export const listProducts = operation({
  id: 'listProducts',
  method: 'GET',
  path: '/api/products/v1/products',
  tag: 'Products',
  summary: 'Products, by id, in pages',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    ...productFilterQuery,
    limit: integerText(1, 1000)
      .default(100)
      .describe(
        'A page may hold fewer, even none, and still have `hasMore`: where products are very large, or where matching ones are so rare that looking for them would take long',
      ),
    startingAfter: z.string().optional().describe('`next` of the page before'),
    fields,
    count: booleanText().default(false).describe('Also give the number of all matching products'),
    countWithin: integerText(1, 60_000)
      .optional()
      .describe('Milliseconds after which counting stops; where that is too soon the answer has `countIsAtLeast`'),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({
          products: z.array(productRecordSchema),
          hasMore: z.boolean(),
          next: z.string().nullable(),
          count: z.number().int().optional(),
          countIsAtLeast: z
            .boolean()
            .optional()
            .describe('True: counting stopped at `countWithin`, and there may be more than `count`'),
          countedAt: z
            .string()
            .optional()
            .describe('With `count`: whatever is committed after it was counted has a later time than this'),
        })
        .meta({ id: 'ProductPage' }),
    },
  },
  problems: ['invalid-parameter'],
});

export const getProduct = operation({
  id: 'getProduct',
  method: 'GET',
  path: '/api/products/v1/products/{productId}',
  tag: 'Products',
  summary: 'One product',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: z.object({ fields }),
  answers: { 200: { description: 'The product', schema: productRecordSchema } },
  problems: ['unknown-product', 'invalid-parameter'],
});

export const deleteProduct = operation({
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/api/products/v1/products/{productId}',
  tag: 'Products',
  summary: 'Delete one product; its history stays',
  description: 'Packaging links of other products that name it stay and are shown as unresolved.',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: none,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-product'],
});

export const exportProducts = operation({
  id: 'exportProducts',
  method: 'GET',
  path: '/api/products/v1/products/export',
  tag: 'Products',
  summary: "All matching products as NDJSON in the import's own shape",
  description: 'One consistent snapshot of the catalogue as it was when the export began, streamed by id.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({ ...productFilterQuery, fields }),
  answers: { 200: { description: 'One product a line', contentType: 'application/x-ndjson', schema: productSchema } },
  problems: ['invalid-parameter', 'too-many-requests'],
});

/** Who did something; `name` is what the person or key is called today. */
export const actorSchema = z.object({
  kind: z.enum(['key', 'user', 'system']),
  id: z.string(),
  name: z.string().nullable(),
});

export const historyEntrySchema = z
  .object({
    historyId: z.string(),
    at: z.string(),
    kind: z.enum(['created', 'updated', 'deleted']),
    actor: actorSchema,
    jobRef: z.string().nullable(),
    changes: z.array(z.object({ attribute: z.string(), old: z.unknown().optional(), new: z.unknown().optional() })),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const listProductHistory = operation({
  id: 'listProductHistory',
  method: 'GET',
  path: '/api/products/v1/products/{productId}/history',
  tag: 'Products',
  summary: 'Who changed what, newest first',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: z.object({
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('historyId of the last entry of the page before'),
  }),
  answers: {
    200: {
      description: 'A page of changes; `old` absent: there was no value, `new` absent: it was removed',
      schema: z
        .object({ entries: z.array(historyEntrySchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'HistoryPage' }),
    },
  },
  problems: ['unknown-product', 'invalid-parameter', 'unknown-cursor'],
});

export interface PackagingNode {
  productId: string;
  name: string | null;
  /** Quantity of this product in the one above it (down) or of the one below in this product (up), as exact text. */
  quantity: string | null;
  /** False: no product with this id exists (yet). */
  resolved: boolean;
  /** True: deeper links exist that are not shown. */
  truncated: boolean;
  links: PackagingNode[];
}
export const packagingNodeSchema: z.ZodType<PackagingNode> = z
  .object({
    productId: z.string(),
    name: z.string().nullable(),
    quantity: z.string().nullable().describe('Exact decimal text; null at the product that was asked for'),
    resolved: z.boolean().describe('False: no product with this id exists (yet)'),
    truncated: z.boolean(),
    get links() {
      return z.array(packagingNodeSchema);
    },
  })
  .meta({ id: 'PackagingNode' });

export const getPackaging = operation({
  id: 'getPackaging',
  method: 'GET',
  path: '/api/products/v1/products/{productId}/packaging',
  tag: 'Products',
  summary: 'What a product contains (down) and what contains it (up)',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: z.object({ depth: integerText(1, 32).default(32).describe('Levels in each direction') }),
  answers: {
    200: {
      description: 'Two trees, both beginning at the product',
      schema: z.object({ down: packagingNodeSchema, up: packagingNodeSchema }).meta({ id: 'PackagingTree' }),
    },
  },
  problems: ['unknown-product', 'invalid-parameter'],
});
