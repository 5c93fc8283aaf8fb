import { Anchor, Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { AssetStatus, ConversionProgress as Progressed } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { assetReason } from '../../assets/record/asset-reason.ts';
import { stateColors } from '../../assets/record/asset-state.tsx';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import classes from './conversion.module.css';

/** True while products are gone through or files are on their way; what failed and is tried again in minutes is not waited for. */
export function isUnderWay({ job, assets }: Progressed): boolean {
  return job?.status === 'Converting' || assets.waitingForDownload + assets.downloading > 0;
}

/** The state in which the assets of each count are listed. */
const states = [
  ['ready', 'READY'],
  ['failed', 'FAILED'],
  ['retrying', 'WAITING_FOR_DOWNLOAD'],
  ['downloading', 'DOWNLOADING'],
  ['waitingForDownload', 'WAITING_FOR_DOWNLOAD'],
  ['waitingForUpload', 'WAITING_FOR_UPLOAD'],
] as const satisfies [keyof Progressed['assets'], AssetStatus][];

/** How far the products and the files of a conversion are, and why files are missing. */
export function ConversionProgress({ progress, holders }: { progress: Progressed; holders: number | undefined }) {
  const { job, assets, failures } = progress;
  const t = useMessages();
  const formats = useFormats();
  const files = states.reduce((sum, [count]) => sum + assets[count], 0);
  const isRunning = isUnderWay(progress);
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
            {assets.waitingForUpload > 0 && (
              <Badge variant="light" color="orange" tt="none">
                {t.conversion.missing(formats.number(assets.waitingForUpload))}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" className="number">
            {files === 0
              ? t.conversion.noFiles
              : t.conversion.filesReady(formats.number(assets.ready), formats.number(files))}
          </Text>
        </Group>
        <Progress.Root>
          {(['ready', 'failed'] as const).map((count) => (
            <Progress.Section
              key={count}
              value={(100 * assets[count]) / Math.max(1, files)}
              color={stateColors[count === 'ready' ? 'READY' : 'FAILED']}
              aria-label={t.conversion.counts[count]}
            />
          ))}
        </Progress.Root>
        <Group gap="lg" mt="sm">
          {states
            .filter(([count]) => assets[count] > 0)
            .map(([count, status]) => (
              <Anchor key={count} size="sm" renderRoot={(root) => <Link {...root} to="/assets" search={{ status }} />}>
                {t.conversion.counts[count]}: {formats.number(assets[count])}
              </Anchor>
            ))}
        </Group>
      </div>
      {failures.length > 0 && (
        <ul className={classes.failures} aria-label={t.conversion.failures}>
          {failures.map(({ statusCode, assets: count, sample }) => (
            <li key={statusCode}>
              <span className="number">{formats.number(count)}</span> {assetReason(t, { statusCode, statusInfo: null })}{' '}
              <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {sample}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {isRunning && (
        <Text size="sm" c="dimmed">
          {t.conversion.mayClose}
        </Text>
      )}
    </Stack>
  );
}
