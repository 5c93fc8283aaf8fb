import { type Asset, retryAsset } from '@pimento/contract/wire';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { TableFrame } from '../../ui/tables/table-frame.tsx';
import { AssetRow } from './asset-row.tsx';

/** The asset list as a table, with the reasons for missing files and missing previews. */
export function AssetTable({ assets }: { assets: Asset[] }) {
  const t = useMessages();
  const retry = useChange(
    (api, assetId: string) => api.call(retryAsset, { params: { assetId } }),
    () => t.assets.retriedOne,
  );
  return (
    <TableFrame
      label={t.assets.title}
      minWidth={740}
      actions={56}
      headings={[
        { label: t.assets.name, width: '36%' },
        { label: t.assets.state },
        { label: t.assets.type },
        { label: t.assets.size, align: 'right' },
        { label: t.assets.usedBy, align: 'right' },
        { label: t.assets.updated },
      ]}
    >
      {assets.map((asset) => (
        <AssetRow
          key={asset.id}
          asset={asset}
          isRetrying={retry.isPending && retry.variables === asset.id}
          onRetry={() => retry.mutate(asset.id)}
        />
      ))}
    </TableFrame>
  );
}
