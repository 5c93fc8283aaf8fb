import type { Client } from '@pimento/client';
import { exportProducts } from '@pimento/contract';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

/** So many ids fit into one address. */
const idsAtOnce = 100;

/** The chosen products as NDJSON, handed to the browser as a file. */
export async function downloadChosen(
  api: Client,
  search: ProductSearch,
  { kind, ids }: Chosen,
  fileName: string,
): Promise<void> {
  const parts: Blob[] = [];
  const add = async (query: object) => {
    const answer = await api.open(exportProducts, { query });
    parts.push(await answer.blob());
  };
  const list = [...ids];
  if (kind === 'all') await add(filterOf(search));
  else
    for (let from = 0; from < list.length; from += idsAtOnce)
      await add({ productId: list.slice(from, from + idsAtOnce) });
  saveBlob(new Blob(parts, { type: 'application/x-ndjson' }), fileName);
}
