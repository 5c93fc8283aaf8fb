import { Alert, Stack, Text } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconAlertTriangle, IconPhotoOff } from '@tabler/icons-react';
import { useMessages } from '../../i18n/language.tsx';
import { assetReason, previewReason } from '../record/asset-reason.ts';

/** The reason why an asset or its last refresh failed. Renders nothing if neither failed. */
export function FailureAlert({ asset }: { asset: Asset }) {
  const t = useMessages();
  const reason = assetReason(t, asset);
  if (reason === undefined) return null;
  const isRefresh = asset.status === 'READY';
  return (
    <Alert
      color={asset.status === 'FAILED' ? 'red' : 'orange'}
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={isRefresh ? t.assets.refreshFailed : reason}
    >
      <Stack gap={4}>
        {isRefresh && <Text size="sm">{reason}</Text>}
        {asset.statusInfo !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {asset.statusInfo}
          </Text>
        )}
        <Text size="xs" ff="monospace">
          {asset.statusCode}
        </Text>
      </Stack>
    </Alert>
  );
}

/** The reason why a stored file has no preview. Renders nothing if there is no reason to show. */
export function PreviewAlert({ asset }: { asset: Asset }) {
  const t = useMessages();
  const reason = previewReason(t, asset);
  if (reason === undefined) return null;
  return (
    <Alert color="orange" variant="light" icon={<IconPhotoOff aria-hidden />} title={reason}>
      {asset.previewInfo !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {asset.previewInfo}
        </Text>
      )}
      <Text size="sm">{t.assets.previewHint}</Text>
    </Alert>
  );
}
