import type { Client } from '@pimento/client';
import { chosenIds } from '../product-query/chosen-ids.ts';
import { CountDiffersError } from '../product-query/count-differs.ts';
import { filterOf, type ProductSearch } from '../product-query/product-search.ts';

/** Individually selected products, or all products that match a search except `ids`. */
export type SubmitChoice =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; ids: ReadonlySet<string>; search: ProductSearch };

/** The maximum number of ids in one request. */
const maxIds = 100_000;

/**
 * Returns true if a choice is a search with exceptions that has too many products for one request. Other choices are never too large.
 * @param count the number of chosen products, or undefined while they are being counted
 */
export const hasTooManyIds = ({ kind, ids }: SubmitChoice, count: number | undefined): boolean =>
  kind === 'all' && ids.size > 0 && count !== undefined && count > maxIds;

/**
 * Returns the request body for a choice. A search without exceptions is sent as a filter, so that the server selects the products.
 * @param expected the number of products that the user saw, or undefined if they were not counted
 * @param signal cancels the requests for the ids of a search with exceptions
 * @returns undefined if a search with exceptions has more than `maxIds` products
 * @throws CountDiffersError if the choice has exceptions and the number of products differs from `expected`
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function choiceBody(
  api: Client,
  choice: SubmitChoice,
  expected: number | undefined,
  signal?: AbortSignal,
): Promise<{ productIds: string[] } | { filter: ReturnType<typeof filterOf>; expected?: number } | undefined> {
  if (choice.kind === 'some') return { productIds: [...choice.ids] };
  if (choice.ids.size === 0)
    return { filter: filterOf(choice.search), ...(expected === undefined ? {} : { expected }) };
  const productIds: string[] = [];
  for await (const productId of chosenIds(api, choice.search, choice, signal)) {
    if (productIds.length === maxIds) return undefined;
    productIds.push(productId);
  }
  if (expected !== undefined && productIds.length !== expected) throw new CountDiffersError(productIds.length);
  return { productIds };
}
