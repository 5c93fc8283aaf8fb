import type { Client } from '@pimento/client';
import {
  getProductDeletion,
  type ProductDeletion,
  startProductDeletion,
  withdrawProducts,
} from '@pimento/contract/wire';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import type { SeenCount } from '../../product-query/count-differs.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

const pollMs = 300;

/**
 * Deletes the selected products. The service continues even if this page is closed.
 * @param seen the number of products that the user has seen. For `all`, the service rejects the request if the number has changed
 * @param onProgress called with each interim report
 * @returns the final report
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function deleteChosen(
  api: Client,
  search: ProductSearch,
  { kind, ids }: Chosen,
  seen: SeenCount,
  onProgress: (report: ProductDeletion) => void,
): Promise<ProductDeletion> {
  const body =
    kind === 'some'
      ? { productIds: [...ids] }
      : {
          filter: filterOf(search),
          except: [...ids],
          expected: seen.count,
          ...(seen.asOf === undefined ? {} : { asOf: seen.asOf }),
        };
  let report = await api.call(startProductDeletion, { body });
  while (report.status === 'Deleting') {
    onProgress(report);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, pollMs);
    await promise;
    report = await api.call(getProductDeletion, { params: { deletionId: report.deletionId } });
  }
  return report;
}

/**
 * Withdraws deleted products from channels. Withdraws all deleted products on these channels, including products that were deleted earlier,
 * in three cases: the products were selected by a filter, the deletion ended early, or the report does not list every product that was not
 * deleted. In these cases it is not known which of the selected products still exist.
 * @returns the number of withdrawn products, summed over the channels
 * @throws ProblemError, ConnectionError, UnexpectedAnswerError
 */
export async function withdrawDeleted(
  api: Client,
  { kind, ids }: Chosen,
  { kept, problems, fault }: Pick<ProductDeletion, 'kept' | 'problems' | 'fault'>,
  channelIds: readonly string[],
): Promise<number> {
  const isListed = kind === 'some' && fault === null && kept <= problems.length;
  const productIds = deletedIds({ ids }, { problems });
  if (isListed && productIds.length === 0) return 0;
  let sum = 0;
  for (const channelId of channelIds) {
    const body = isListed ? { productIds } : { deleted: true as const };
    sum += (await api.call(withdrawProducts, { params: { channelId }, body })).withdrawn;
  }
  return sum;
}

/** Returns the selected ids without those that the report lists as not deleted. */
function deletedIds({ ids }: Pick<Chosen, 'ids'>, { problems }: Pick<ProductDeletion, 'problems'>): string[] {
  const kept = new Set(problems.map(({ productId }) => productId));
  return [...ids].filter((id) => !kept.has(id));
}

/** Returns the ids of products that were not deleted but can still be deleted. They stay selected. */
export const stillPresent = ({ problems }: ProductDeletion): string[] =>
  problems.filter(({ code }) => code === 'changed-meanwhile').map(({ productId }) => productId);
