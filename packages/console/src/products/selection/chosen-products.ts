import type { Client } from '@pimento/client';
import { exportProducts } from '@pimento/contract/wire';
import { parseProduct, type ProductObject } from '@pimento/files/browser';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import { filterOf, type ProductSearch } from '../../product-query/product-search.ts';

/** The maximum number of product ids per request, because the ids are sent in the URL. */
const idsPerRequest = 100;

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function queriesOf(search: ProductSearch, { kind, ids }: Chosen): object[] {
  if (kind === 'all') return [filterOf(search)];
  const list = [...ids];
  return Array.from({ length: Math.ceil(list.length / idsPerRequest) }, (_, at) => ({
    productId: list.slice(at * idsPerRequest, (at + 1) * idsPerRequest),
  }));
}

/**
 * Reads the selected products from an export as they arrive.
 * @param fields the fields to read in addition to the id
 * @throws ProblemError, ConnectionError; the error of a stream that breaks
 */
export async function* chosenProducts(
  api: Client,
  search: ProductSearch,
  chosen: Chosen,
  fields: readonly string[],
): AsyncGenerator<ProductObject, void, undefined> {
  const excluded = chosen.kind === 'all' ? chosen.ids : new Set<string>();
  for (const query of queriesOf(search, chosen)) {
    const { body } = await api.open(exportProducts, { query: { ...query, fields: [...fields] } });
    if (body === null) continue;
    for await (const line of readLines(body)) {
      const product = parseProduct(line);
      if (!excluded.has(String(product['__ID']))) yield product;
    }
  }
}
