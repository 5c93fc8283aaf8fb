import { z } from 'zod';
import { assetStatuses } from '../assets/assets.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, listOf, none, timeText } from '../operation/parameters.ts';
import { must } from '../problems/requirement.ts';
import { partOfName, searchText } from '../operation/search-text.ts';
import { jobOrigins } from '../data/imports.ts';
import { channelStateFilter, outcomeFilter } from '../data/product-outcome.ts';

/** A product in the format of an import, so that an exported product can be imported again. */
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
    revision: z.number().int().describe('Increases with every change of the product'),
    product: productSchema,
  })
  .meta({ id: 'ProductRecord' });
export type ProductRecord = z.infer<typeof productRecordSchema>;

/**
 * The maximum number of `where` conditions. It limits the cost of a query, because each condition may be evaluated for every product that
 * matches the others.
 */
const maxConditions = 20;

/** Conditions that select products, for example for a list, an export or a submission. They are combined with AND. */
export const productFilterQuery = {
  productId: listOf(searchText)
    .refine((ids) => ids.length <= 1000, must({ rule: 'max-items', limit: 1000 }))
    .optional()
    .describe('Only these products; repeatable. Unknown ids are omitted'),
  family: searchText.optional(),
  category: searchText.optional(),
  text: partOfName,
  updatedSince: timeText()
    .optional()
    .describe(
      'Only products that were created or changed at or after this time. To follow changes, prefer `…/products/changes`',
    ),
  updatedBefore: timeText().optional().describe('Only products whose last change was before this time'),
  createdSince: timeText().optional().describe('Only products that were created at or after this time'),
  createdBefore: timeText().optional().describe('Only products that were created before this time'),
  assetState: listOf(z.enum(assetStatuses, must({ rule: 'one-of', values: assetStatuses })))
    .optional()
    .describe('Only products that refer to an asset in one of these states; repeatable'),
  readiness: outcomeFilter,
  channelState: channelStateFilter,
  where: listOf(searchText.max(4096))
    .refine((conditions) => conditions.length <= maxConditions, must({ rule: 'max-items', limit: maxConditions }))
    .optional()
    .describe(
      'A condition on an attribute; repeatable, at most 20: `color=blue` equals, `color~blu` contains (case-insensitive), `color!` is empty, `color*` is not empty, `color!=red` does not equal, `color^=bl` begins with (`__CATEGORY^=Food > Oils`: this category and those below it), `color|=red|blue` equals any of these; numbers and dates: `weight>=10`, `weight<20.5`, `released>2026-01-31`. `__IMPORT=<jobRef>`: created or changed by this import, bulk edit or manual edit; `__CHANGED_BY=user:<personId>` (or `key:<keyId>`): created or ever changed by them, both with `=` or `|=`. Name attributes by id or name, reserved fields as in answers, and children of composites by path: `price/currency=EUR`. If there are several values or rows, one match is enough. A "/", "=", "~", "!", "*", "<", ">", "|", "^" or "%" inside a name is written as %2F, %3D, %7E, %21, %2A, %3C, %3E, %7C, %5E, %25; inside a list of values "|" and "%" as %7C and %25.',
    ),
};
/**
 * Rejects unknown properties and empty lists. If a misspelt condition or an empty list of conditions were ignored, the filter could match
 * every product.
 */
export const productFilterSchema = z
  .strictObject(productFilterQuery)
  .refine((filter) => !Object.values(filter).some((value) => Array.isArray(value) && value.length === 0), {
    error: must('no-empty-list'),
  });
export type ProductFilter = z.infer<typeof productFilterSchema>;

export const listAttributeUsage = operation({
  id: 'listAttributeUsage',
  method: 'GET',
  path: '/api/products/v1/attribute-usage',
  tag: 'Products',
  summary: 'Get the number of products with a value for each attribute',
  description:
    'Counting reads every product. If it takes longer than 100 ms, the counts are cached for thirty times that duration; `countedAt` is the time of the count.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: none,
  answers: {
    200: {
      description: 'Top-level attributes with at least one value, and the number of all products',
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

const productParams = z.object({
  productId: z
    .string()
    .describe('Percent-encoded. Write the id `export` as `%65xport`, because `export` is an operation'),
});
const fields = listOf(z.string())
  .optional()
  .describe('Only these attributes in addition to __ID; repeatable or comma-separated');

/** The field that orders the products of an export. */
export const exportSort = searchText
  .max(1000)
  .optional()
  .describe(
    'The field that orders the products, as in `listProducts`; default: `__ID`. The products are sorted before the first of them is sent',
  );

export const listProducts = operation({
  id: 'listProducts',
  method: 'GET',
  path: '/api/products/v1/products',
  tag: 'Products',
  summary: 'List products, ordered by id or by another field',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    ...productFilterQuery,
    limit: integerText(1, 1000)
      .default(100)
      .describe(
        'A page may contain fewer products, or even none, and still have `hasMore`: if products are very large, or if matching products are so rare that the search would take too long',
      ),
    startingAfter: z.string().optional().describe('`next` of the previous page with the same `sort`'),
    sort: searchText
      .max(1000)
      .optional()
      .describe(
        'The field that orders the list; descending after a "-": `-__UPDATED`. `__ID` (default), `__NAME`, `__FAMILY`, `__CATEGORY`, `__CREATED`, `__UPDATED`, `PRIMARY_ASSET`, or an attribute with one value, by id or name. Texts are compared without case and accents, by their first 100 characters. Products without a value come last. In a catalogue of more than 5,000 products the first use of a field builds an index in the background; until then the answer is `not-possible-now` with the kind `order-being-built`',
      ),
    fields,
    count: booleanText().default(false).describe('Include the number of all matching products'),
    countWithin: integerText(1, 60_000)
      .optional()
      .describe('Max milliseconds for counting; if counting is not complete by then, the answer has `countIsAtLeast`'),
  }),
  answers: {
    200: {
      description: 'A page of products',
      schema: z
        .object({
          products: z.array(productRecordSchema),
          hasMore: z.boolean(),
          next: z.string().nullable(),
          sortBehind: z
            .number()
            .int()
            .optional()
            .describe(
              'Only with `sort`: number of products that were changed so recently, by a large import, that they are still in their former position or missing',
            ),
          count: z.number().int().optional(),
          countIsAtLeast: z
            .boolean()
            .optional()
            .describe('True: counting stopped after `countWithin`; the number may be higher than `count`'),
          settledAt: z
            .string()
            .optional()
            .describe(
              'Only with `updatedSince`: every change that is not in this answer, because it was not committed yet, will have this time or a later one. Send the value of the first page as the next `updatedSince`',
            ),
          countedAt: z
            .string()
            .optional()
            .describe('With `count`: every change that is committed after counting has a later time than this'),
        })
        .meta({ id: 'ProductPage' }),
    },
  },
  problems: ['invalid-parameter', 'query-too-slow', 'not-possible-now'],
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
  audit: { object: 'product', id: 'productId' },
  method: 'DELETE',
  path: '/api/products/v1/products/{productId}',
  tag: 'Products',
  summary: 'Delete one product; its history remains',
  description: 'Packaging links from other products to it remain and become unresolved.',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: none,
  answers: { 204: { description: 'Deleted' } },
  problems: ['unknown-product'],
});

/** Request headers of exports. */
export const exportHeaders = {
  'Cache-Control':
    '`no-cache`: reads the database itself, even if there is a replica, whose data may be a little behind',
};
/** Headers of the answers of exports. */
export const exportAnswerHeaders = {
  'Pimento-Replica-Lag':
    'Only if the export was read from a replica: it contains everything that was stored this many seconds before the request, or later',
};

export const exportProducts = operation({
  id: 'exportProducts',
  audit: { object: 'export' },
  headers: exportHeaders,
  method: 'GET',
  path: '/api/products/v1/products/export',
  tag: 'Products',
  summary: 'Export all matching products as NDJSON in the import shape',
  description:
    'A consistent snapshot of the catalogue at the start of the export, streamed in order of id or of another field.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({ ...productFilterQuery, sort: exportSort, fields }),
  answers: {
    200: {
      description: 'One product per line',
      contentType: 'application/x-ndjson',
      schema: productSchema,
      headers: exportAnswerHeaders,
    },
  },
  problems: ['invalid-parameter', 'too-many-requests'],
});

export const tableFormats = ['csv', 'xlsx'] as const;

export const exportProductTable = operation({
  id: 'exportProductTable',
  audit: { object: 'export' },
  headers: exportHeaders,
  method: 'GET',
  path: '/api/products/v1/export-table',
  tag: 'Products',
  summary: 'Export all matching products as a table: CSV or XLSX, with the selected columns in order',
  description:
    'A consistent snapshot of the catalogue at the start of the export, in order of id or of another field. The headers are the ones that an import reads without a mapping: `price/amount`, `tags[]`, `price#` for the number of a composite’s row. Importing the file again changes nothing. CSV can carry everything. What a workbook cannot contain is refused as `format-cannot-carry` before the first byte; for this, the products are read twice, so an XLSX answer begins later.',
  permission: { who: 'client', scope: 'products' },
  params: none,
  query: z.object({
    ...productFilterQuery,
    sort: exportSort,
    format: z.enum(tableFormats, must({ rule: 'one-of-few', values: tableFormats })),
    columns: listOf(z.string())
      .optional()
      .describe(
        'Attributes and reserved fields by id or name, in this order after `__ID`; repeatable or comma-separated. Default: all. A composite takes a column for each of its attributes',
      ),
  }),
  answers: {
    200: { description: 'The table', contentType: 'application/octet-stream', headers: exportAnswerHeaders },
  },
  problems: ['invalid-parameter', 'format-cannot-carry', 'query-too-slow', 'too-many-requests'],
});

/**
 * The user or key that made a change, or Pimento itself (`system`). `name` is the current name, not the name at the time of the change. It
 * is null for `system`, and for a user or key that no longer exists.
 */
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
    origin: z
      .enum(jobOrigins)
      .optional()
      .describe('Origin of the import job; missing without a job, and after the report of the job was deleted'),
    changes: z.array(z.object({ attribute: z.string(), old: z.unknown().optional(), new: z.unknown().optional() })),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const listProductHistory = operation({
  id: 'listProductHistory',
  method: 'GET',
  path: '/api/products/v1/products/{productId}/history',
  tag: 'Products',
  summary: 'List the changes of a product, newest first',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: z.object({
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
    actor: searchText
      .max(300)
      .optional()
      .describe('Only changes by this actor, as `kind:id`, for example `user:3f1c`; see listHistoryActors'),
    origin: z
      .enum(jobOrigins, must({ rule: 'one-of-few', values: jobOrigins }))
      .optional()
      .describe('Only changes by import jobs of this origin whose reports are still stored'),
  }),
  answers: {
    200: {
      description:
        'A page of changes; without `old` there was no value before, without `new` the value was removed. With a filter, a page ends after 5,000 changes at the latest, so it can have fewer entries than `limit`, or none, although `hasMore` is true',
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
  /**
   * The quantity as an exact decimal number in a string. In the tree `down`, the quantity of this product in its container. In the tree
   * `up`, the quantity of the contained product in this product. Null for the root.
   */
  quantity: string | null;
  /** False if no product with this id exists yet. */
  resolved: boolean;
  /** True if deeper links exist but are not included. */
  truncated: boolean;
  links: PackagingNode[];
}
export const packagingNodeSchema: z.ZodType<PackagingNode> = z
  .object({
    productId: z.string(),
    name: z.string().nullable(),
    quantity: z.string().nullable().describe('Exact decimal text; null for the requested product'),
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
  summary: 'Get the packaging of a product: its contents (down) and its containers (up)',
  permission: { who: 'client', scope: 'products' },
  params: productParams,
  query: z.object({ depth: integerText(1, 32).default(32).describe('Levels in each direction') }),
  answers: {
    200: {
      description: 'Two trees with the product as their root',
      schema: z.object({ down: packagingNodeSchema, up: packagingNodeSchema }).meta({ id: 'PackagingTree' }),
    },
  },
  problems: ['unknown-product', 'invalid-parameter'],
});
