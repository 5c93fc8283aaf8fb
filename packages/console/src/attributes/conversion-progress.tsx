import { Anchor, Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { AssetCounts, ConversionJob } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { shownStates, stateColors } from '../assets/asset-state.tsx';
import { useFormats, useMessages } from '../i18n/language.tsx';

/** True while products are gone through or files are on their way. */
export function isUnderWay(job: ConversionJob | null, assets: AssetCounts): boolean {
  return job?.status === 'Converting' || assets.WAITING_FOR_DOWNLOAD + assets.DOWNLOADING > 0;
}

/** How far the products and the files of a conversion are. */
export function ConversionProgress(props: {
  job: ConversionJob | null;
  assets: AssetCounts;
  holders: number | undefined;
}) {
  const { job, assets, holders } = props;
  const t = useMessages();
  const formats = useFormats();
  const downloads = assets.READY + assets.FAILED + assets.DOWNLOADING + assets.WAITING_FOR_DOWNLOAD;
  const isRunning = isUnderWay(job, assets);
  const isConverting = job?.status === 'Converting';
  const part = job === null || !isConverting ? 100 : holders ? (100 * job.products) / Math.max(holders, 1) : 100;
  return (
    <Stack aria-live="polite">
      {job && (
        <div>
          <Group justify="space-between" mb={6}>
            <Text size="sm" fw={550}>
              {t.conversion.products}
            </Text>
            <Text size="sm" c="dimmed" className="number">
              {holders === undefined || !isConverting
                ? formats.number(job.products)
                : t.conversion.productsOf(formats.number(job.products), formats.number(holders))}
            </Text>
          </Group>
          <Progress value={part} animated={isConverting} aria-label={t.conversion.products} />
        </div>
      )}
      <div>
        <Group justify="space-between" mb={6}>
          <Group gap="xs">
            <Text size="sm" fw={550}>
              {t.conversion.files}
            </Text>
            <Badge variant="light" color={isRunning ? 'blue' : 'olive'} tt="none">
              {isRunning ? t.conversion.running : t.conversion.finished}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" className="number">
            {downloads === 0
              ? t.conversion.noFiles
              : t.conversion.filesReady(formats.number(assets.READY), formats.number(downloads))}
          </Text>
        </Group>
        <Progress.Root>
          {(['READY', 'FAILED', 'DOWNLOADING'] as const).map((status) => (
            <Progress.Section
              key={status}
              value={(100 * assets[status]) / Math.max(1, downloads)}
              color={stateColors[status]}
              aria-label={t.assets.states[status]}
            />
          ))}
        </Progress.Root>
        <Group gap="lg" mt="sm">
          {shownStates
            .filter((status) => assets[status] > 0)
            .map((status) => (
              <Anchor key={status} component={Link} to={`/assets?status=${status}`} size="sm">
                {t.assets.states[status]}: {formats.number(assets[status])}
              </Anchor>
            ))}
        </Group>
      </div>
      {isRunning && (
        <Text size="sm" c="dimmed">
          {t.conversion.mayClose}
        </Text>
      )}
    </Stack>
  );
}
