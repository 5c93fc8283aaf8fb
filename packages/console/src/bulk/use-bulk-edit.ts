import { type BulkEdit, getBulkEdit } from '@pimento/contract/wire';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';

const pollMs = 300;

/**
 * Polls a bulk edit until it has ended. Then fetches all data of the client again, unless the edit was a dry run.
 * @param editId undefined if there is no bulk edit
 */
export function useBulkEdit(editId: string | undefined): UseQueryResult<BulkEdit> {
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: callKey(clientId, getBulkEdit, editId),
    queryFn: ({ signal }) => api.call(getBulkEdit, { params: { editId: editId ?? '' }, signal }),
    enabled: editId !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'Running' ? pollMs : false),
  });
  const status = query.data?.status;
  const refresh = useEffectEvent(() => {
    if (query.data?.dryRun === false) void queryClient.invalidateQueries({ queryKey: [clientId] });
  });
  useEffect(() => {
    if (status !== undefined && status !== 'Running') refresh();
  }, [status, editId]);
  return query;
}
