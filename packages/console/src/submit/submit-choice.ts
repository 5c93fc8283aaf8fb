import type { Client } from '@pimento/client';
import { chosenIds } from '../products/selection/chosen-ids.ts';
import { CountDiffers } from '../products/selection/count-differs.ts';
import { filterOf, type ProductSearch } from '../products/filter/product-search.ts';

/** Products that are chosen one by one, or all that match a search except some. */
export type SubmitChoice =
  | { kind: 'some'; ids: ReadonlySet<string> }
  | { kind: 'all'; ids: ReadonlySet<string>; search: ProductSearch };

/** So many ids go in one request. */
const mostIds = 100_000;

/**
 * The choice as the service takes it; undefined where too many are left to be named one by one.
 * @param expected how many were seen to match; undefined where they were not counted
 * @throws CountDiffers
 */
export async function choiceBody(
  api: Client,
  choice: SubmitChoice,
  expected: number | undefined,
): Promise<{ productIds: string[] } | { filter: ReturnType<typeof filterOf>; expected?: number } | undefined> {
  if (choice.kind === 'some') return { productIds: [...choice.ids] };
  if (choice.ids.size === 0)
    return { filter: filterOf(choice.search), ...(expected === undefined ? {} : { expected }) };
  const productIds: string[] = [];
  for await (const productId of chosenIds(api, choice.search, choice)) {
    if (productIds.length === mostIds) return undefined;
    productIds.push(productId);
  }
  if (expected !== undefined && productIds.length !== expected) throw new CountDiffers(productIds.length);
  return { productIds };
}
