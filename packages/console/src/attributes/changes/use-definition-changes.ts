import type { DefinitionChange } from '@pimento/contract';
import { listDefinitionChanges } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';

const busyMs = 1_000;
const idleMs = 15_000;

export const isOpen = ({ finishedAt }: DefinitionChange): boolean => finishedAt === null;

/**
 * Returns the changes to definitions that are in progress, without previews.
 * @param isSaving true while a save request is pending. The changes are then fetched more often
 */
export function useOpenChanges(isSaving = false): DefinitionChange[] {
  const { api, clientId } = useWork();
  const query = useQuery({
    queryKey: callKey(clientId, listDefinitionChanges),
    queryFn: ({ signal }) => api.call(listDefinitionChanges, { signal }),
    refetchInterval: ({ state }) => (isSaving || state.data?.changes.some(isOpen) ? busyMs : idleMs),
    staleTime: 0,
  });
  return query.data?.changes.filter((change) => isOpen(change) && !change.dryRun) ?? [];
}
