import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { listAssets } from '@pimento/contract/wire';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { assetPath, assetTitle } from '../assets/record/asset-name.ts';
import { AssetState } from '../assets/record/asset-state.tsx';
import { AssetThumbnail } from '../assets/record/asset-thumbnail.tsx';
import { useFormats } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { usePictureTexts } from './picture-texts.ts';
import classes from './product.module.css';

const maxAssets = 1_000;

/** The pictures and files that a product refers to (at most 1,000), one at a time. */
export function PictureGallery(props: { productId: string; first: string; onClose: () => void }) {
  const { productId, first, onClose } = props;
  const texts = usePictureTexts();
  const formats = useFormats();
  const answer = useCall(listAssets, { query: { productId, limit: maxAssets } });
  const [shown, setShown] = useState(first);
  const assets = answer.data?.assets ?? [];
  const at = Math.max(
    0,
    assets.findIndex(({ id }) => id === shown),
  );
  const asset = assets[at];
  const step = (by: 1 | -1) => {
    const next = assets[(at + by + assets.length) % assets.length];
    if (next) setShown(next.id);
  };
  useHotkeys([
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
  ]);
  return (
    <Dialog title={texts.title} onClose={onClose} size="xl">
      {answer.isPending && <ListSkeleton rows={4} />}
      {answer.isError && <ProblemAlert error={answer.error} retry={answer.refetch} />}
      {answer.isSuccess && !asset && <Text c="dimmed">{texts.none}</Text>}
      {asset && (
        <Stack gap="sm">
          <div className={classes.large}>
            <AssetThumbnail
              key={asset.id}
              assetId={asset.id}
              asset={asset}
              size="large"
              alt={assetTitle(asset)}
              iconSize={60}
            />
          </div>
          <Group justify="space-between" wrap="nowrap">
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={texts.previous}
              disabled={assets.length < 2}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <Stack gap={2} align="center" miw={0}>
              <Anchor component={Link} to={assetPath(asset.id)} size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {assetTitle(asset)}
              </Anchor>
              <Text size="xs" c="dimmed" aria-live="polite">
                {texts.position(formats.number(at + 1), formats.number(assets.length))}
                {asset.width !== undefined && asset.height !== undefined && ` · ${asset.width} × ${asset.height}`}
              </Text>
              {asset.status !== 'READY' && <AssetState status={asset.status} size="sm" />}
            </Stack>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={texts.next}
              disabled={assets.length < 2}
              onClick={() => step(1)}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
