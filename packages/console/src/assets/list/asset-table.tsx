import { ActionIcon, Anchor, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { type Asset, retryAsset } from '@pimento/contract';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { TableFrame } from '../../ui/table-frame.tsx';
import { assetReason, previewReason } from '../record/asset-reason.ts';
import { assetPath, assetTitle } from './asset-search.ts';
import { AssetState } from '../record/asset-state.tsx';
import { AssetThumbnail } from '../record/asset-thumbnail.tsx';
import classes from '../assets.module.css';

/** Assets line by line, with the reasons why some are missing. */
export function AssetTable({ assets }: { assets: Asset[] }) {
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const retry = useChange(
    (api, assetId: string) => api.call(retryAsset, { params: { assetId } }),
    () => t.assets.retriedOne,
  );
  return (
    <TableFrame
      label={t.assets.title}
      minWidth={740}
      actions={56}
      spacing={7}
      headings={[
        { label: t.assets.name, width: '36%' },
        { label: t.assets.state },
        { label: t.assets.type },
        { label: t.assets.size, align: 'right' },
        { label: t.assets.usedBy, align: 'right' },
        { label: t.assets.updated },
      ]}
    >
      {assets.map((asset) => {
        const reason = assetReason(t, asset);
        const note = previewReason(t, asset);
        return (
          <Table.Tr key={asset.id}>
            <Table.Td style={{ maxWidth: 0 }}>
              <Group gap="sm" wrap="nowrap">
                <span className={classes.small}>
                  <AssetThumbnail assetId={asset.id} asset={asset} size="small" alt="" />
                </span>
                <div style={{ minWidth: 0 }}>
                  <Anchor
                    component={Link}
                    to={assetPath(asset.id)}
                    size="sm"
                    fw={550}
                    className={classes.name}
                    display="block"
                  >
                    {assetTitle(asset)}
                  </Anchor>
                  {assetTitle(asset) !== asset.id && (
                    <div className={classes.id} title={asset.id}>
                      <bdi>{asset.id}</bdi>
                    </div>
                  )}
                </div>
              </Group>
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
                    aria-label={`${t.assets.retry}: ${asset.name}`}
                    onClick={() => retry.mutate(asset.id)}
                  >
                    <IconRefresh size={16} />
                  </ActionIcon>
                </Tooltip>
              )}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </TableFrame>
  );
}
