import { type Asset, deleteAsset, getAssetContent, retryAsset } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { sendAsset } from '../upload/asset-upload.ts';

/** Returns the requests that an asset's page can send. */
export function useAssetActions({ id: assetId, name }: Pick<Asset, 'id' | 'name'>) {
  const t = useMessages();
  const { clientId } = useWork();
  const navigate = useNavigate();
  const params = { assetId };
  const download = useChange(
    async (api, _input: void) => saveBlob(await (await api.open(getAssetContent, { params })).blob(), name),
    () => undefined,
  );
  const retry = useChange(
    (api, _input: void) => api.call(retryAsset, { params }),
    () => t.assets.retriedOne,
  );
  const upload = useChange(
    (_api, file: File) => sendAsset({ clientId, assetId, file, words: t.problem.sending }),
    (stored) => t.assets.uploaded(stored.name),
  );
  const removal = useChange(
    (api, _input: void) => api.call(deleteAsset, { params }),
    () => {
      void navigate({ to: '/assets' });
      return t.assets.deleted;
    },
  );
  return { download, retry, upload, removal };
}
