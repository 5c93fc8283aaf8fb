import { ActionIcon, Anchor, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import classes from '../assets.module.css';
import { assetPath, assetTitle } from '../record/asset-name.ts';
import { assetReason, previewReason } from '../record/asset-reason.ts';
import { AssetState } from '../record/asset-state.tsx';
import { AssetThumbnail } from '../record/asset-thumbnail.tsx';

export function AssetRow(props: { asset: Asset; isRetrying: boolean; onRetry: () => void }) {
  const { asset, isRetrying, onRetry } = props;
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const reason = assetReason(t, asset);
  const note = previewReason(t, asset);
  return (
    <Table.Tr>
      <Table.Td style={{ maxWidth: 0 }}>
        <AssetName asset={asset} />
      </Table.Td>
      <Table.Td>
        <Stack gap={3} align="flex-start">
          <AssetState status={asset.status} />
          {reason !== undefined && <div className={classes.reason}>{reason}</div>}
          {note !== undefined && <div className={classes.note}>{note}</div>}
        </Stack>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{asset.contentType ?? '–'}</Text>
      </Table.Td>
      <Table.Td ta="right" className="number" style={{ whiteSpace: 'nowrap' }}>
        {asset.size === null ? '–' : formats.bytes(asset.size)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formats.number(asset.usedBy)}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.ago(asset.updated)}</Table.Td>
      <Table.Td>
        {canWrite && asset.status === 'FAILED' && (
          <Tooltip label={t.assets.retry} withArrow>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${t.assets.retry}: ${assetTitle(asset)}`}
              loading={isRetrying}
              onClick={onRetry}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function AssetName({ asset }: { asset: Asset }) {
  const title = assetTitle(asset);
  return (
    <Group gap="sm" wrap="nowrap">
      <span className={classes.small}>
        <AssetThumbnail assetId={asset.id} asset={asset} size="small" alt="" />
      </span>
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} to={assetPath(asset.id)} size="sm" fw={500} className={classes.name} display="block">
          {title}
        </Anchor>
        {title !== asset.id && (
          <div className={classes.id} title={asset.id}>
            <bdi>{asset.id}</bdi>
          </div>
        )}
      </div>
    </Group>
  );
}
