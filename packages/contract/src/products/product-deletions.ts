import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { paramsSchema } from '../problems/problems.ts';
import { bulkEditSchema } from './bulk-edits.ts';
import {
  allMembers,
  expectedCount,
  fitsFilter,
  hasOneChoice,
  isAllAlone,
  productChoice,
  saysAll,
} from './product-choice.ts';
import { must } from '../problems/requirement.ts';
import { actorSchema } from './products.ts';

export const productDeletionSchema = z
  .object({
    deletionId: z.string(),
    status: z.enum(['Deleting', 'Completed', 'Failed']),
    chosen: z
      .number()
      .int()
      .nullable()
      .describe(
        'Number of products to delete; null until they are counted. If counting takes too long, null until the deletion ends',
      ),
    deleted: z.number().int(),
    kept: z.number().int().describe('Number of products to delete that were kept'),
    problems: z
      .array(
        z.object({
          productId: z.string(),
          code: z.enum(['unknown-product', 'changed-meanwhile']),
          message: z.string(),
          params: paramsSchema.optional(),
        }),
      )
      .describe('Why each of these was kept; the first 1,000'),
    fault: z
      .object({ code: z.string(), message: z.string(), params: paramsSchema.optional() })
      .nullable()
      .describe('Why the deletion ended early; products deleted before remain deleted'),
    canUndo: z
      .boolean()
      .describe(
        'True if it has ended, has deleted products, and all of them can be restored. undoProductDeletion restores them for as long as this report is kept',
      ),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'ProductDeletion' });
export type ProductDeletion = z.infer<typeof productDeletionSchema>;

const path = '/api/products/v1/deletions';
const common = { tag: 'Products', permission: { who: 'client', scope: 'products' }, query: none } as const;

export const startProductDeletion = operation({
  ...common,
  id: 'startProductDeletion',
  audit: { object: 'product-deletion' },
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path,
  summary: 'Delete many products: by id, or all that match a filter',
  description:
    'Returns immediately; the products are deleted in the background in batches, one transaction per batch, and the deletion resumes after a restart. An empty filter matches all products, and needs `all` or `expected`, so that a script that forgets its conditions does not delete everything. Products that are created after the call are not deleted. `expected` and `asOf` protect products that the caller did not count: a different number is refused, and products that changed since are kept. The history of deleted products remains.',
  params: none,
  body: z
    .strictObject({
      ...productChoice,
      except: z
        .array(z.string().max(10_000))
        .max(100_000)
        .optional()
        .describe('With filter: ids of products that are not deleted'),
      expected: expectedCount.describe(
        'With filter: the counted number of products, without those in `except`. If the number differs now, nothing is deleted and the answer is `count-differs` with `count` and `countedAt`',
      ),
      ...allMembers('delete all products'),
      asOf: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('With filter: `countedAt` of that count. Products that were changed or created since are kept'),
    })
    .refine(hasOneChoice, must('ids-or-filter'))
    .refine(({ productIds, except }) => productIds === undefined || except === undefined, must('except-without-ids'))
    .refine(fitsFilter, must('expected-with-filter'))
    .refine(saysAll, must('all-said'))
    .refine(isAllAlone, must('all-without-condition'))
    .refine(({ filter, asOf }) => filter !== undefined || asOf === undefined, must('as-of-with-filter')),
  answers: { 202: { description: 'The deletion was started', schema: productDeletionSchema } },
  problems: ['invalid-body', 'malformed-json', 'invalid-parameter', 'count-differs'],
});

export const getProductDeletion = operation({
  ...common,
  id: 'getProductDeletion',
  method: 'GET',
  path: `${path}/{deletionId}`,
  summary: 'Get the progress and the results of a deletion',
  params: z.object({ deletionId: z.string() }),
  answers: { 200: { description: 'The deletion', schema: productDeletionSchema } },
  problems: ['unknown-job'],
});

const undoableDeletionSchema = z
  .object({
    deletionId: z.string(),
    deleted: z.number().int().describe('Number of deleted products'),
    startedAt: z.string(),
    finishedAt: z.string(),
    actor: actorSchema,
    undoneBy: z.string().nullable().describe('editId of the undo that is running or has restored all products'),
  })
  .meta({ id: 'UndoableProductDeletion' });

export const listProductDeletions = operation({
  ...common,
  id: 'listProductDeletions',
  method: 'GET',
  path,
  summary: 'List deletions of many products that can be undone or were undone, newest first',
  description:
    'Deletions that are running, have deleted no product or cannot be undone are not listed, nor are products that were deleted one by one; listDeletedProducts lists all deleted products.',
  params: none,
  query: z.object({
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('`next` of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of deletions',
      schema: z
        .object({ deletions: z.array(undoableDeletionSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'UndoableProductDeletionPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const undoProductDeletion = operation({
  ...common,
  id: 'undoProductDeletion',
  audit: { object: 'bulk-edit' },
  method: 'POST',
  path: `${path}/{deletionId}/undo`,
  summary: 'Undo a deletion of many products',
  description:
    'Returns immediately. A bulk edit restores the deleted products in the background, each with the contents that it had when it was deleted, as a new creation in its history. `updated` is the number of restored products. A product that has been created again since is left unchanged and listed with `changed-meanwhile`. A product that does not fit the current definitions is not restored and is listed, too. With `dryRun` nothing is stored. If the undo was cancelled or could not restore all products, it can be repeated. Channels from which the products were withdrawn stay as they are.',
  params: z.object({ deletionId: z.string() }),
  body: z.strictObject({ dryRun: z.boolean().optional() }),
  answers: { 202: { description: 'The bulk edit that restores the products', schema: bulkEditSchema } },
  problems: ['unknown-job', 'not-possible-now', 'too-many-requests', 'invalid-body', 'malformed-json'],
});
