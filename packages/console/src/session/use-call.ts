import type { CallInput } from '@pimento/client';
import type { AnswerOf, WireOperation } from '@pimento/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client } from '@pimento/client';
import { useWork } from './session.tsx';

type PlainCall = (operation: WireOperation, input: unknown) => Promise<unknown>;

/**
 * Returns the cache key of an operation's response, which consists of the client, the operation and further values. The first element alone
 * matches all responses of a client. The first two match all responses of one operation.
 */
export const callKey = (clientId: string, operation: Pick<WireOperation, 'id'>, ...rest: unknown[]): unknown[] => [
  clientId,
  operation.id,
  ...rest,
];

/**
 * Calls an operation with an untyped input. The caller must ensure that the input fits, because the compiler cannot check this in a generic
 * function.
 */
async function callWith<O extends WireOperation>(api: Client, operation: O, input: unknown): Promise<AnswerOf<O>> {
  const plain = api as { call: PlainCall }; // the same function without its generic types
  return (await plain.call(operation, input)) as AnswerOf<O>; // the operation declares this type
}

/**
 * Returns the response of an operation for the chosen client, cached and refreshed.
 * @param options.refetchMs polling interval in milliseconds, or a function that returns it for the last response. The function is called
 * with every response
 * @param options.basedOn revisions of the data from which an expensive response is computed. The response is fetched again only when the
 * revisions differ. It is not fetched again after every change of the client's data, so that changes do not wait for it
 * @param options.keepsPrevious true to return the previous response while the response for a new input is being loaded
 */
export function useCall<O extends WireOperation>(
  operation: O,
  input: Omit<CallInput<O>, 'signal'>,
  options: {
    enabled?: boolean;
    refetchMs?: number | false | ((last: AnswerOf<O>) => number);
    staleMs?: number;
    basedOn?: readonly unknown[];
    keepsPrevious?: boolean;
  } = {},
): UseQueryResult<AnswerOf<O>> {
  const { api, clientId } = useWork();
  const { refetchMs = false, basedOn } = options;
  return useQuery({
    queryKey: callKey(clientId, operation, input, ...(basedOn ?? [])),
    meta: { hasOwnRefresh: basedOn !== undefined },
    queryFn: ({ signal }) => callWith(api, operation, { ...input, signal }),
    enabled: options.enabled ?? true,
    refetchInterval:
      typeof refetchMs === 'function' ? ({ state: { data } }) => data !== undefined && refetchMs(data) : refetchMs,
    ...(options.keepsPrevious === true && { placeholderData: keepPreviousData }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  });
}
