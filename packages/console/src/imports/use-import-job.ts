import { getImportJob } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';

const pollMs = 500;

/** Polls an import until it has ended. @param jobRef undefined if there is no import */
export function useImportJob(jobRef: string | undefined) {
  const { api, clientId } = useWork();
  return useQuery({
    queryKey: callKey(clientId, getImportJob, jobRef),
    queryFn: ({ signal }) => api.call(getImportJob, { params: { jobRef: jobRef ?? '' }, signal }),
    enabled: jobRef !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'Importing' ? pollMs : false),
  });
}
