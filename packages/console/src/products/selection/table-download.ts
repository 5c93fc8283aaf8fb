import type { Client } from '@pimento/client';
import { exportChosenTable } from '@pimento/contract/wire';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';
import { saveBlob } from '../../ui/save-blob.ts';

export type TableFormat = 'csv' | 'xlsx';

/** The service always exports the id. The picture and the date are columns of the grid but not fields of a product. */
const isField = (key: string): boolean => !key.startsWith(':') && key !== '__ID';

/** Returns the part of the request that chooses the products. */
function choiceOf(search: ProductSearch, { kind, ids }: Chosen) {
  if (kind !== 'all') return { productIds: [...ids] };
  const filter = filterOf(search);
  return ids.size === 0 ? { filter } : { filter, except: [...ids] };
}

/**
 * Saves the selected products as a table with the visible columns. The file can be imported again without a mapping.
 * @param keys the columns of the grid, in order
 * @throws ProblemError with the code `format-cannot-carry` if the products do not fit into a workbook, in which case nothing is saved
 */
export async function downloadTable(
  api: Client,
  { search, chosen, keys }: { search: ProductSearch; chosen: Chosen; keys: readonly string[] },
  { format, fileName }: { format: TableFormat; fileName: string },
): Promise<void> {
  const columns = keys.filter(isField);
  const { sort } = search;
  const content = JSON.stringify({ ...choiceOf(search, chosen), sort, format, columns });
  const answer = await api.open(exportChosenTable, { raw: { content, contentType: 'application/json' } });
  saveBlob(await answer.blob(), fileName);
}
