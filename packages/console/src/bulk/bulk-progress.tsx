import { Group, Progress, Stack, Text } from '@mantine/core';
import type { BulkEdit } from '@pimento/contract';
import { useFormats } from '../i18n/language.tsx';
import { TimeLeft } from '../ui/counts/time-left-text.tsx';
import { useBulkTexts } from './texts/bulk-texts.ts';

/** The progress of a running bulk edit. @param props.edit undefined until it has started */
export function BulkProgress({ edit, label }: { edit: BulkEdit | undefined; label: string }) {
  const texts = useBulkTexts();
  const formats = useFormats();
  const chosen = edit?.chosen ?? null;
  const handled = edit?.handled ?? 0;
  const words = edit?.dryRun === false ? texts.changed : texts.checked;
  return (
    <Stack gap={6} aria-live="polite">
      <Progress value={chosen === null ? 0 : (100 * handled) / Math.max(1, chosen)} animated aria-label={label} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="number">
          {chosen === null ? texts.fixing : words(formats.number(handled), formats.number(chosen))}
        </Text>
        {handled > 0 && (
          <Text size="sm" c="dimmed">
            <TimeLeft done={handled} total={chosen} />
          </Text>
        )}
      </Group>
    </Stack>
  );
}
