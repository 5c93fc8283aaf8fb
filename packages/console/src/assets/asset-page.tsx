import { Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { ProblemError } from '@pimento/client';
import { getAsset } from '@pimento/contract/wire';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { AssetActions } from './detail/asset-actions.tsx';
import { AssetFacts } from './detail/asset-facts.tsx';
import { assetTitle } from './record/asset-name.ts';
import { AssetState } from './record/asset-state.tsx';
import { AssetThumbnail } from './record/asset-thumbnail.tsx';
import { AssetUses } from './detail/asset-uses.tsx';
import classes from './assets.module.css';
import { willChange } from './record/asset-progress.ts';

/** The page of one asset: picture, properties, the products that refer to it, and actions. */
export function AssetPage() {
  const t = useMessages();
  const { api, clientId } = useWork();
  const { assetId } = useParams({ from: '/shell/assets/$assetId' });
  const record = useQuery({
    queryKey: callKey(clientId, getAsset, assetId),
    queryFn: ({ signal }) => api.call(getAsset, { params: { assetId }, signal }),
    refetchInterval: ({ state }) => (state.data && willChange(state.data) ? 1000 : false),
  });
  if (record.error instanceof ProblemError && record.error.code === 'unknown-asset')
    return (
      <EmptyState icon={IconPhotoOff} title={t.assets.unknown} text={t.assets.unknownText}>
        <Button component={Link} to="/assets">
          {t.assets.title}
        </Button>
      </EmptyState>
    );
  const asset = record.data;
  return (
    <Page
      title={assetTitle(asset ?? { id: assetId, name: assetId })}
      wide
      subtitle={
        <Stack gap={6} mt={4}>
          <Breadcrumbs separatorMargin={6} fz="sm">
            <Anchor component={Link} to="/assets" size="sm">
              {t.assets.title}
            </Anchor>
            <Text size="sm" ff="monospace" c="dimmed" truncate maw="60vw" lh={1.6}>
              {assetId}
            </Text>
          </Breadcrumbs>
          {asset && (
            <Group gap="xs">
              <AssetState status={asset.status} />
            </Group>
          )}
        </Stack>
      }
      actions={asset && <AssetActions asset={asset} />}
    >
      <Settled>
        {record.isPending && <Skeleton height={420} />}
        {record.isError && <ProblemAlert error={record.error} retry={record.refetch} />}
        {asset && (
          <div className={classes.detail}>
            <Stack gap="lg">
              <div className={classes.stage}>
                <AssetThumbnail assetId={asset.id} asset={asset} size="large" alt={assetTitle(asset)} iconSize={72} />
              </div>
              <AssetUses asset={asset} />
            </Stack>
            <AssetFacts asset={asset} />
          </div>
        )}
      </Settled>
    </Page>
  );
}
