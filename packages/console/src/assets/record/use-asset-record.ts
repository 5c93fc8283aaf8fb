import { type Asset, listAssets } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { willChange } from './asset-progress.ts';
import { readAssetRecord } from './asset-records.ts';

/**
 * The maximum length of a value that is used as the asset's id. For a longer value, the id is a digest of the value, so a lookup by the
 * value itself would fail.
 */
const maxIdLength = 300;

export const isLongId = (assetId: string): boolean => assetId.length > maxIdLength;

/**
 * Returns the record of the asset that an attribute value refers to.
 * @returns null if the asset does not exist, or undefined while the record is being loaded. Also undefined if loading fails or is disabled,
 * or if the value is empty or too long
 */
export function useAssetRecord(assetId: string, enabled: boolean): Asset | null | undefined {
  const { api, clientId } = useWork();
  const record = useQuery({
    queryKey: callKey(clientId, listAssets, 'record', assetId),
    queryFn: () => readAssetRecord(api, assetId),
    enabled: enabled && assetId !== '' && !isLongId(assetId),
    refetchInterval: ({ state }) => (state.data && willChange(state.data) ? 5000 : false),
    staleTime: 60_000,
  });
  return record.data;
}
