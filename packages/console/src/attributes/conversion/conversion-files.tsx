import { Anchor, Badge, Group, Progress, Text } from '@mantine/core';
import type { ConversionProgress } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { stateColors } from '../../assets/record/asset-state.tsx';
import { useFormats } from '../../i18n/language.tsx';
import { countedStates, fileCount, isRunning } from './conversion-state.ts';
import { useConversionTexts } from './conversion-texts.ts';

/** The number of files of a conversion by state. Each state links to the list of all assets in this state. */
export function ConversionFiles({ conversion }: { conversion: ConversionProgress }) {
  const conversionTexts = useConversionTexts();
  const formats = useFormats();
  const { assets } = conversion;
  const files = fileCount(conversion);
  const running = isRunning(conversion);
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {conversionTexts.files}
          </Text>
          <Badge color={running ? 'blue' : 'green'}>
            {running ? conversionTexts.running : conversionTexts.finished}
          </Badge>
          {assets.waitingForUpload > 0 && (
            <Badge color="orange">{conversionTexts.missing(formats.number(assets.waitingForUpload))}</Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="number">
          {files === 0
            ? conversionTexts.noFiles
            : conversionTexts.filesReady(formats.number(assets.ready), formats.number(files))}
        </Text>
      </Group>
      <Progress.Root>
        {(['ready', 'failed'] as const).map((count) => (
          <Progress.Section
            key={count}
            value={(100 * assets[count]) / Math.max(1, files)}
            color={stateColors[count === 'ready' ? 'READY' : 'FAILED']}
            aria-label={conversionTexts.counts[count]}
          />
        ))}
      </Progress.Root>
      <Group gap="lg" mt="sm">
        {countedStates
          .filter(([count]) => assets[count] > 0)
          .map(([count, status]) => (
            <Anchor key={count} size="sm" renderRoot={(root) => <Link {...root} to="/assets" search={{ status }} />}>
              {conversionTexts.counts[count]}: {formats.number(assets[count])}
            </Anchor>
          ))}
      </Group>
    </div>
  );
}
