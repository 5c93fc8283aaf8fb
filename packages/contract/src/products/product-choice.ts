import { z } from 'zod';
import { productFilterSchema } from './products.ts';
import { must } from '../problems/requirement.ts';

/** Ids longer than any product's are looked up and not found, like any other unknown id. */
export const productIds = z.array(z.string().max(10_000)).min(1, must('not-empty')).max(100_000);
/** Products of a request: named by id, or all that match a filter. */
export const productChoice = { productIds: productIds.optional(), filter: productFilterSchema.optional() };
export const hasOneChoice = (choice: { productIds?: unknown; filter?: unknown }) =>
  (choice.productIds === undefined) !== (choice.filter === undefined);

/** How many products the caller saw: a filter may match others by now. */
export const expectedCount = z.number().int().min(0).optional();
export const fitsFilter = ({ filter, expected }: { filter?: unknown; expected?: unknown }) =>
  filter !== undefined || expected === undefined;

export const productChoiceSchema = z.strictObject(productChoice).refine(hasOneChoice, must('ids-or-filter'));
