import type { CallInput } from '@pimento/client';
import type { AnswerOf, WireOperation } from '@pimento/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client } from '@pimento/client';
import { useWork } from './session.tsx';

type PlainCall = (operation: WireOperation, input: unknown) => Promise<unknown>;

/** Cache key of an operation's answer. Its prefixes name all answers of a client, and all of one operation. */
export const callKey = (clientId: string, operation: Pick<WireOperation, 'id'>, ...rest: unknown[]): unknown[] => [
  clientId,
  operation.id,
  ...rest,
];

/** Calls with an input that fits the operation; inside a generic function the compiler cannot see that. */
async function callWith<O extends WireOperation>(api: Client, operation: O, input: unknown): Promise<AnswerOf<O>> {
  const plain = api as { call: PlainCall }; // the same function, seen without its generic types
  return (await plain.call(operation, input)) as AnswerOf<O>; // what the operation declares
}

/** The answer of an operation for the chosen client, cached and refreshed. */
export function useCall<O extends WireOperation>(
  operation: O,
  input: Omit<CallInput<O>, 'signal'>,
  options: { enabled?: boolean; refetchMs?: number | false; staleMs?: number } = {},
): UseQueryResult<AnswerOf<O>> {
  const { api, clientId } = useWork();
  return useQuery({
    queryKey: callKey(clientId, operation, input),
    queryFn: ({ signal }) => callWith(api, operation, { ...input, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  });
}
