import { Button, FileButton, Group, Tooltip } from '@mantine/core';
import { type Asset, deleteAsset, getAssetContent, retryAsset } from '@pimento/contract';
import { IconDownload, IconRefresh, IconTrash, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { saveBlob } from '../../ui/save-blob.ts';
import { sendAsset } from '../upload/asset-upload.ts';
import { isOnItsWay } from '../list/use-assets.ts';

/** What can be done with an asset; a viewer may only take the file. */
export function AssetActions({ asset }: { asset: Asset }) {
  const t = useMessages();
  const { clientId, canWrite } = useWork();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const params = { assetId: asset.id };
  const hasContent = asset.sha256 !== null;
  const canDownload = /^https?:\/\//i.test(asset.id);
  const take = useChange(
    async (api, _input: void) => saveBlob(await (await api.open(getAssetContent, { params })).blob(), asset.name),
    () => undefined,
  );
  const retry = useChange(
    (api, _input: void) => api.call(retryAsset, { params }),
    () => t.assets.retriedOne,
  );
  const upload = useChange(
    (_api, file: File) => sendAsset({ clientId, assetId: asset.id, file, words: t.problem.sending }),
    (stored) => t.assets.uploaded(stored.name),
  );
  const removal = useChange(
    (api, _input: void) => api.call(deleteAsset, { params }),
    () => {
      setDeleting(false);
      void navigate({ to: '/assets' });
      return t.assets.deleted;
    },
  );
  return (
    <>
      <Group gap="xs">
        {hasContent && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={take.isPending}
            onClick={() => take.mutate()}
          >
            {t.assets.download}
          </Button>
        )}
        {canWrite && canDownload && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={retry.isPending}
            disabled={isOnItsWay(asset)}
            onClick={() => retry.mutate()}
          >
            {asset.status === 'READY' ? t.assets.refresh : t.assets.retry}
          </Button>
        )}
        {canWrite && asset.usedBy > 0 && (
          <FileButton onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant={hasContent ? 'default' : 'filled'}
                leftSection={<IconUpload size={16} aria-hidden />}
                loading={upload.isPending}
              >
                {hasContent ? t.assets.replaceContent : t.assets.upload}
              </Button>
            )}
          </FileButton>
        )}
        {canWrite && (
          <Tooltip label={t.assets.inUse} disabled={asset.usedBy === 0} withArrow>
            <Button
              variant="default"
              {...(asset.usedBy > 0 ? { 'data-disabled': true, 'aria-disabled': true } : { c: 'red' })}
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => asset.usedBy === 0 && setDeleting(true)}
            >
              {t.assets.delete}
            </Button>
          </Tooltip>
        )}
      </Group>
      {deleting && (
        <ConfirmDialog
          title={t.assets.deleteTitle(asset.name)}
          text={t.assets.deleteText}
          confirm={t.assets.delete}
          loading={removal.isPending}
          onConfirm={() => removal.mutate()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
