import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { paramsSchema } from '../problems/problems.ts';
import { expectedCount, fitsFilter, hasOneChoice, productChoice } from './product-choice.ts';
import { must } from '../problems/requirement.ts';

export const productDeletionSchema = z
  .object({
    deletionId: z.string(),
    status: z.enum(['Deleting', 'Completed', 'Failed']),
    chosen: z.number().int().nullable().describe('Products to delete; null until they have been counted'),
    deleted: z.number().int(),
    kept: z.number().int().describe('Products that were chosen and are not deleted'),
    problems: z
      .array(
        z.object({
          productId: z.string(),
          code: z.enum(['unknown-product', 'changed-meanwhile']),
          message: z.string(),
          params: paramsSchema.optional(),
        }),
      )
      .describe('Why each of those was kept; the first 1,000'),
    fault: z
      .object({ code: z.string(), message: z.string(), params: paramsSchema.optional() })
      .nullable()
      .describe('Why it ended early; what was deleted by then stays deleted'),
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
  method: 'POST',
  path,
  summary: 'Delete many products: those named by id, or all that match a filter',
  description:
    'Answers at once; the products are deleted in batches in the background, each batch in one transaction, and a restart goes on where it was. An empty filter is all products. Products that are made after the call are left alone. With `expected` and `asOf` nothing is deleted that the caller has not counted: another number is refused, and what was changed since is kept. The history of each stays, as with one.',
  params: none,
  body: z
    .strictObject({
      ...productChoice,
      except: z.array(z.string().max(10_000)).max(100_000).optional().describe('With filter: these are left alone'),
      expected: expectedCount.describe(
        'With filter: the number of products that were counted, without those of `except`. Where it is another one now, nothing is deleted: `count-differs` with `count` and `countedAt`',
      ),
      asOf: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('With filter: `countedAt` of that count. Products that were changed or made since are kept'),
    })
    .refine(hasOneChoice, must('ids-or-filter'))
    .refine(({ productIds, except }) => productIds === undefined || except === undefined, must('except-without-ids'))
    .refine(fitsFilter, must('expected-with-filter'))
    .refine(({ filter, asOf }) => filter !== undefined || asOf === undefined, must('as-of-with-filter')),
  answers: { 202: { description: 'They are being deleted', schema: productDeletionSchema } },
  problems: ['invalid-body', 'malformed-json', 'invalid-parameter', 'count-differs'],
});

export const getProductDeletion = operation({
  ...common,
  id: 'getProductDeletion',
  method: 'GET',
  path: `${path}/{deletionId}`,
  summary: 'How far a deletion is, what was deleted, what was not and why',
  params: z.object({ deletionId: z.string() }),
  answers: { 200: { description: 'The deletion', schema: productDeletionSchema } },
  problems: ['unknown-job'],
});
