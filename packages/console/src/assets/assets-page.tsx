import { Button, Stack } from '@mantine/core';
import { retryFailedAssets } from '@pimento/contract/wire';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { Settled } from '../ui/loading/settled.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AssetFilters } from './list/asset-filters.tsx';
import { AssetGallery } from './list/asset-gallery.tsx';
import { type AssetSearch, readAssetSearch } from './list/asset-search.ts';
import { AssetTable } from './list/asset-table.tsx';
import { NoAssets } from './list/no-assets.tsx';
import { useAssetOverview } from './list/use-asset-overview.ts';
import { useAssets } from './list/use-assets.ts';
import { UploadDrop } from './upload/upload-drop.tsx';

/** The assets of the client, with filters, the reasons for missing files, and a drop area. */
export function AssetsPage() {
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const search = useSearch({ from: '/shell/assets' });
  const navigate = useNavigate();
  const { counts, bytes, total } = useAssetOverview();
  const { pages, assets } = useAssets(search);
  const change = (next: Partial<Record<keyof AssetSearch, unknown>>) =>
    void navigate({ to: '/assets', search: readAssetSearch({ ...search, ...next }), replace: true });
  const failed = counts?.FAILED ?? 0;
  return (
    <Page
      title={t.assets.title}
      wide
      subtitle={
        <span className="number">
          {bytes !== undefined && total !== undefined
            ? t.assets.count(formats.number(total), formats.bytes(bytes))
            : ' '}
        </span>
      }
      actions={canWrite && failed > 0 && <RetryAllButton failed={failed} />}
    >
      <Settled>
        <Stack gap="md">
          {canWrite && <UploadDrop />}
          {total !== 0 && <AssetFilters search={search} counts={counts} onChange={change} />}
          {pages.isPending && <ListSkeleton />}
          {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
          {pages.isSuccess && assets.length === 0 && <NoAssets search={search} />}
          {assets.length > 0 &&
            (search.view === 'list' ? <AssetTable assets={assets} /> : <AssetGallery assets={assets} />)}
          {pages.hasNextPage && (
            <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t.common.showMore}
            </Button>
          )}
        </Stack>
      </Settled>
    </Page>
  );
}

function RetryAllButton({ failed }: { failed: number }) {
  const t = useMessages();
  const formats = useFormats();
  const retryAll = useChange(
    (api, _input: void) => api.call(retryFailedAssets),
    ({ retried }) => t.assets.retried(formats.number(retried)),
  );
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={retryAll.isPending}
      onClick={() => retryAll.mutate()}
    >
      {t.assets.retryAll(formats.number(failed))}
    </Button>
  );
}
