import type { Client } from '@pimento/client';
import { exportProducts } from '@pimento/contract/wire';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

/** The maximum number of product ids per request, because the ids are sent in the URL. */
const idsPerRequest = 100;
const partBytes = 1 << 20;

/** Returns the NDJSON without the lines of the given products. */
export async function withoutProducts(ndjson: Blob, productIds: ReadonlySet<string>): Promise<Blob> {
  const kept: string[] = [];
  let rest = '';
  const keep = (line: string) => {
    if (line !== '' && !productIds.has((JSON.parse(line) as { __ID: string }).__ID)) kept.push(`${line}\n`); // each line is a product
  };
  const decoder = new TextDecoder();
  // The blob is read in chunks of 1 MB, because browsers limit the length of a string.
  for (let from = 0; from < ndjson.size; from += partBytes) {
    const bytes = await ndjson.slice(from, from + partBytes).arrayBuffer();
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(keep);
  }
  keep(rest + decoder.decode());
  return new Blob(kept);
}

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
    const blob = await answer.blob();
    parts.push(kind === 'all' && ids.size > 0 ? await withoutProducts(blob, ids) : blob);
  };
  const list = [...ids];
  if (kind === 'all') await add(filterOf(search));
  else
    for (let from = 0; from < list.length; from += idsPerRequest)
      await add({ productId: list.slice(from, from + idsPerRequest) });
  saveBlob(new Blob(parts, { type: 'application/x-ndjson' }), fileName);
}
