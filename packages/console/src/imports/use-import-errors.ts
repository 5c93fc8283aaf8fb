import { type ImportReport, listImportErrors } from '@pimento/contract/wire';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';

/** Number of errors per page. It is large, because only the loaded errors are grouped by problem. */
const pageSize = 1000;

/**
 * Returns the errors of an import, page by page, in the order of the file.
 * @param code only errors with this code, or '' for all
 */
export function useImportErrors({ jobRef, rejected }: ImportReport, code: string) {
  const { api, clientId } = useWork();
  return useInfiniteQuery({
    // The list is fetched again when the import has rejected more products.
    queryKey: callKey(clientId, listImportErrors, jobRef, code, rejected),
    queryFn: ({ pageParam, signal }) =>
      api.call(listImportErrors, {
        params: { jobRef },
        query: {
          limit: pageSize,
          ...(code === '' ? {} : { code }),
          ...(pageParam === null ? {} : { startingAfter: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
  });
}
