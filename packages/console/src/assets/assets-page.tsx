import { Button, Stack } from '@mantine/core';
import { getAssetOverview, retryFailedAssets } from '@pimento/contract';
import { IconMoodEmpty, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AssetFilters } from './list/asset-filters.tsx';
import { AssetGallery } from './list/asset-gallery.tsx';
import { type AssetSearch, readAssetSearch } from './list/asset-search.ts';
import { AssetTable } from './list/asset-table.tsx';
import { UploadDrop } from './upload/upload-drop.tsx';
import { useAssets } from './list/use-assets.ts';

const busyMs = 3000;
const idleMs = 30_000;

/** All files of the client: what is there, what is missing and why, and a place to drop them on. */
export function AssetsPage() {
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId, canWrite } = useWork();
  const search = useSearch({ from: '/shell/assets' });
  const navigate = useNavigate();
  const overview = useQuery({
    queryKey: callKey(clientId, getAssetOverview),
    queryFn: ({ signal }) => api.call(getAssetOverview, { signal }),
    refetchInterval: ({ state }) => {
      const known = state.data?.counts;
      return known && known.DOWNLOADING + known.WAITING_FOR_DOWNLOAD > 0 ? busyMs : idleMs;
    },
  });
  const { pages, assets } = useAssets(search);
  const retryAll = useChange(
    (api, _input: void) => api.call(retryFailedAssets),
    ({ retried }) => t.assets.retried(formats.number(retried)),
  );
  const change = (next: Partial<Record<keyof AssetSearch, unknown>>) =>
    void navigate({ to: '/assets', search: readAssetSearch({ ...search, ...next }), replace: true });
  const counts = overview.data?.counts;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const failed = counts?.FAILED ?? 0;
  const isFiltered = search.text !== undefined || search.status !== undefined || search.unused === true;
  return (
    <Page
      title={t.assets.title}
      wide
      subtitle={
        <span className="number">
          {overview.data && total !== undefined
            ? t.assets.count(formats.number(total), formats.bytes(overview.data.bytes))
            : ' '}
        </span>
      }
      actions={
        canWrite &&
        failed > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={retryAll.isPending}
            onClick={() => retryAll.mutate()}
          >
            {t.assets.retryAll(formats.number(failed))}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {canWrite && total !== 0 && <UploadDrop />}
        {total !== 0 && <AssetFilters search={search} counts={counts} onChange={change} />}
        {pages.isPending && <ListSkeleton />}
        {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
        {pages.isSuccess && assets.length === 0 && isFiltered && (
          <EmptyState icon={IconMoodEmpty} title={t.assets.noMatch} text={t.assets.noMatchText} />
        )}
        {pages.isSuccess && assets.length === 0 && !isFiltered && (
          <EmptyState icon={IconPhoto} title={t.assets.none} text={t.assets.noneText}>
            <Button component={Link} to="/attributes">
              {t.assets.toAttributes}
            </Button>
          </EmptyState>
        )}
        {assets.length > 0 &&
          (search.view === 'list' ? <AssetTable assets={assets} /> : <AssetGallery assets={assets} />)}
        {pages.hasNextPage && (
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t.common.showMore}
          </Button>
        )}
      </Stack>
    </Page>
  );
}
