import type { Client } from '@pimento/client';
import { type AnswerOf, listValueHistory } from '@pimento/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fieldText } from '../../product-query/condition-text.ts';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import type { Path } from '../rows/row-path.ts';

type HistoryPage = AnswerOf<typeof listValueHistory>;

/** Maximum number of requests before a page without a change is shown. Each request covers up to 1,000 revisions. */
const maxRequests = 10;

/** Reads pages until one has a change to the value, the history ends, or `maxRequests` is reached. Returns the last page. */
async function readChanges(
  api: Client,
  request: { productId: string; path: string },
  startingAfter: string | null,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { productId, path } = request;
  let from = startingAfter;
  for (let requests = 1; ; requests++) {
    const page = await api.call(listValueHistory, {
      params: { productId },
      query: { path, ...(from === null ? {} : { startingAfter: from }) },
      signal,
    });
    if (page.entries.length > 0 || page.next === null || requests === maxRequests) return page;
    from = page.next;
  }
}

/** Reads the history of one value of a product, newest first. */
export function useCellHistory(productId: string, attribute: string, path: Path) {
  const { api, clientId } = useWork();
  const text = fieldText([attribute, ...path.map(String)]);
  return useInfiniteQuery({
    queryKey: callKey(clientId, listValueHistory, productId, text),
    queryFn: ({ pageParam, signal }) => readChanges(api, { productId, path: text }, pageParam, signal),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
}
