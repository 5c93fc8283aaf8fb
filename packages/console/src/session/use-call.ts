import type { CallInput } from '@pimento/client';
import type { AnswerOf, Operation } from '@pimento/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client } from '@pimento/client';
import { useWork } from './session.tsx';

type PlainCall = (operation: Operation, input: unknown) => Promise<unknown>;

/** Where the answer of an operation is kept: all answers for a client, and all of one operation, can be named together. */
export const callKey = (clientId: string, operation: Pick<Operation, 'id'>, ...rest: unknown[]): unknown[] => [
  clientId,
  operation.id,
  ...rest,
];

/** Calls with an input whose type is known to fit the operation but, inside a generic function, not to the compiler. */
async function callWith<O extends Operation>(api: Client, operation: O, input: unknown): Promise<AnswerOf<O>> {
  const plain = api as { call: PlainCall }; // the same function, seen without its generic types
  return (await plain.call(operation, input)) as AnswerOf<O>; // what the operation declares
}

/** What an operation answers for the chosen client, kept and refreshed. */
export function useCall<O extends Operation>(
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
