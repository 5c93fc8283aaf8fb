import { Button, FileButton, Group } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconDownload, IconRefresh, IconUpload } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { isWebAddress } from '../record/asset-name.ts';
import { isDownloadPending } from '../record/asset-progress.ts';
import { AssetRemoval } from './asset-removal.tsx';
import { useAssetActions } from './use-asset-actions.ts';

/** The buttons of an asset's page. A viewer sees at most the download button. */
export function AssetActions({ asset }: { asset: Asset }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const { download, retry, upload, removal } = useAssetActions(asset);
  const hasContent = asset.sha256 !== null;
  return (
    <Group gap="xs">
      {hasContent && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t.assets.download}
        </Button>
      )}
      {canWrite && isWebAddress(asset.id) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retry.isPending}
          disabled={isDownloadPending(asset)}
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
      {canWrite && <AssetRemoval asset={asset} removal={removal} />}
    </Group>
  );
}
