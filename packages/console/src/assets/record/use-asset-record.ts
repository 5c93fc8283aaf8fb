import { type Asset, listAssets } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { willChange } from './asset-progress.ts';
import { readAssetRecord } from './asset-records.ts';

/** The id of an asset with a longer value is a digest of the value, so its record cannot be found by the value. */
const maxIdLength = 300;

export const isLongId = (assetId: string): boolean => assetId.length > maxIdLength;

/**
 * The record of an asset of which a screen has only the value.
 * @returns undefined while it is being loaded or if it is disabled, null if there is no such asset
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
