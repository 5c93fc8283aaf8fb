import type { Client } from '@pimento/client';
import { exportProducts } from '@pimento/contract/wire';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

/** The maximum number of product ids per request, because the ids are sent in the URL. */
const idsPerRequest = 100;

/** Saves the selected products as an NDJSON file in the browser. */
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
    for (let from = 0; from < list.length; from += idsPerRequest)
      await add({ productId: list.slice(from, from + idsPerRequest) });
  saveBlob(new Blob(parts, { type: 'application/x-ndjson' }), fileName);
}
