import { z } from 'zod';
import { productFilterSchema } from './products.ts';
import { must } from '../problems/requirement.ts';

/**
 * Product ids of a request. The limit of 10,000 characters is far above the maximum length of a product id. An id that is too long for a
 * product, but within this limit, is accepted and matches no product, like any unknown id.
 */
export const productIds = z.array(z.string().max(10_000)).min(1, must('not-empty')).max(100_000);
/** The products of a request: a list of ids, or a filter. */
export const productChoice = { productIds: productIds.optional(), filter: productFilterSchema.optional() };
export const hasOneChoice = (choice: { productIds?: unknown; filter?: unknown }) =>
  (choice.productIds === undefined) !== (choice.filter === undefined);

/** The number of products that the caller has seen. The request is refused if the filter matches a different number. */
export const expectedCount = z.number().int().min(0).optional();
export const fitsFilter = ({ filter, expected }: { filter?: unknown; expected?: unknown }) =>
  filter !== undefined || expected === undefined;

/**
 * Detects an empty filter, which matches all products. A request that is hard to undo must therefore state explicitly that it means all
 * products.
 */
const isEmpty = (filter: object | undefined) => filter !== undefined && Object.keys(filter).length === 0;
export const allMembers = (done: string) => ({
  all: z.literal(true).optional().describe(`With an empty filter: ${done}`),
});
interface Meant {
  filter?: object | undefined;
  expected?: number | undefined;
  all?: true | undefined;
}
export const saysAll = ({ filter, expected, all }: Meant) => !isEmpty(filter) || expected !== undefined || all === true;
export const isAllAlone = ({ filter, all }: Meant) => all === undefined || isEmpty(filter);

export const productChoiceSchema = z.strictObject(productChoice).refine(hasOneChoice, must('ids-or-filter'));
