import { listProductChanges, type AnswerOf, type QueryOf } from '@pimento/contract/wire';
import type { Client } from './client.ts';

/** One page of the change feed. Store `next` together with the results of processing the changes of the page. */
export type ProductChangePage = AnswerOf<typeof listProductChanges>;

/**
 * Iterates over the pages of the change feed up to its current end. Call the function again with the last `next` to continue.
 * @param query `after` is the `next` of the last processed page. Without `after`, the first pages contain all products
 * @throws the errors of `call`
 * @throws ProblemError with the code `cursor-expired` if the changes after the cursor are no longer kept
 */
export async function* productChanges(
  client: Client,
  query: QueryOf<typeof listProductChanges> = {},
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ProductChangePage, void, undefined> {
  let { after } = query;
  for (;;) {
    const page = await client.call(listProductChanges, { query: { ...query, after }, signal: options.signal });
    yield page;
    if (!page.hasMore) return;
    after = page.next;
  }
}
