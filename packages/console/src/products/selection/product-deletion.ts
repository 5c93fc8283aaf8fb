import type { Client } from '@pimento/client';
import { getProductDeletion, type ProductDeletion, startProductDeletion } from '@pimento/contract';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import type { SeenCount } from '../../product-query/count-differs.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

const lookMs = 300;

/**
 * Has the chosen products deleted by the service, which goes on with it whatever becomes of this page.
 * @param seen how many match as far as is known: what was not seen does not go
 * @param onProgress told how far it is, again and again
 * @returns the report when it is over
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
    setTimeout(resolve, lookMs);
    await promise;
    report = await api.call(getProductDeletion, { params: { deletionId: report.deletionId } });
  }
  return report;
}
