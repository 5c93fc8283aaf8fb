import { getAssetOverview } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';

const busyMs = 3000;
const idleMs = 30_000;

/** Returns the number of assets by state and their total size. Refetches every 3 s while downloads are pending, otherwise every 30 s. */
export function useAssetOverview() {
  const { api, clientId } = useWork();
  const { data } = useQuery({
    queryKey: callKey(clientId, getAssetOverview),
    queryFn: ({ signal }) => api.call(getAssetOverview, { signal }),
    refetchInterval: ({ state }) => {
      const known = state.data?.counts;
      return known && known.DOWNLOADING + known.WAITING_FOR_DOWNLOAD > 0 ? busyMs : idleMs;
    },
  });
  const counts = data?.counts;
  return { counts, bytes: data?.bytes, total: counts && Object.values(counts).reduce((sum, count) => sum + count, 0) };
}
