import type { Client } from '@pimento/client';
import { type AnswerOf, listStandardAttributes } from '@pimento/contract/wire';
import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { createTargetTree, type ListedTarget, type TargetTree } from './target-tree.ts';

const pageSize = 1000;

async function readTargets(api: Client, channelId: string, version: number, signal: AbortSignal): Promise<TargetTree> {
  const targets: ListedTarget[] = [];
  let startingAfter: string | null = null;
  do {
    const page: AnswerOf<typeof listStandardAttributes> = await api.call(listStandardAttributes, {
      params: { datastandardId: channelId },
      query: { version, limit: pageSize, ...(startingAfter === null ? {} : { startingAfter }) },
      signal,
    });
    targets.push(...page.attributes);
    startingAfter = page.next;
  } while (startingAfter !== null);
  return createTargetTree(targets);
}

/**
 * Returns all targets of a version (up to 20,000) as a tree. The targets are fetched only once, because a version never changes.
 * @param version undefined while it is being loaded
 */
export function useTargets(channelId: string, version: number | undefined): UseQueryResult<TargetTree> {
  const { api, clientId } = useWork();
  return useQuery({
    // The key does not start with the client, so that a change to the client's data does not fetch the targets again.
    queryKey: callKey('standard', listStandardAttributes, clientId, channelId, version),
    queryFn: version === undefined ? skipToken : ({ signal }) => readTargets(api, channelId, version, signal),
    staleTime: Infinity,
    structuralSharing: false,
  });
}
