import { ProblemError } from '@pimento/client';
import { getAssetThumbnail, type ThumbnailSize } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';

/** Creates an object URL for a blob. Revokes the URL when the blob changes or the component is unmounted. */
function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const created = URL.createObjectURL(blob);
    setAddress(created);
    return () => {
      URL.revokeObjectURL(created);
      setAddress(undefined);
    };
  }, [blob]);
  return address;
}

/**
 * Fetches an asset's thumbnail and returns its object URL. An `img` cannot load the thumbnail because it cannot send the client header.
 * @param options.version changes when the file changes, so that the new thumbnail is loaded
 * @returns undefined while the thumbnail is being loaded, and if the asset has none, loading fails or `options.enabled` is false
 */
export function useThumbnail(options: {
  assetId: string;
  size: ThumbnailSize;
  version: string;
  enabled: boolean;
}): string | undefined {
  const { assetId, size, version, enabled } = options;
  const { api, clientId } = useWork();
  const picture = useQuery({
    queryKey: callKey(clientId, getAssetThumbnail, assetId, size, version),
    queryFn: async ({ signal }) => {
      try {
        const answer = await api.open(getAssetThumbnail, { params: { assetId }, query: { size }, signal });
        return await answer.blob();
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
    enabled,
    staleTime: 300_000,
  });
  return useObjectUrl(picture.data);
}
