import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { TimeLeft } from '../ui/counts/time-left-text.tsx';

/**
 * The progress of a running import, or the duration of a finished one, with products per second. Shows the remaining time of a running
 * import while it is known.
 */
export function ImportProgress({ report }: { report: ImportReport }) {
  const t = useMessages();
  const formats = useFormats();
  const { handled } = report;
  const rateOf = (count: number) =>
    formats.number(Math.max(1, Math.round((count * 1000) / Math.max(1, report.durationMs))));
  const stored = report.dryRun ? 0 : report.created + report.updated;
  if (report.status !== 'Importing')
    return (
      <Text size="sm" c="dimmed">
        {t.imports.finished(
          formats.duration(report.durationMs),
          formats.bytes(report.bytesReceived),
          stored === 0 ? undefined : rateOf(stored),
        )}
      </Text>
    );
  const part = report.bytesTotal ? report.bytesReceived / report.bytesTotal : 0;
  return (
    <Stack gap={6} aria-live="polite">
      <Progress value={part === 0 ? 100 : part * 100} animated aria-label={t.imports.statuses.running} />
      <Group justify="space-between">
        <Text size="sm">
          {handled === 0 ? t.imports.reading : t.imports.soFar(formats.number(handled), rateOf(handled))}
        </Text>
        {handled > 0 && (
          <Text size="sm" c="dimmed">
            <TimeLeft done={report.bytesReceived} total={report.bytesTotal} />
          </Text>
        )}
        {report.bytesTotal !== null && (
          <Text size="sm" c="dimmed">
            {formats.bytes(report.bytesReceived)} / {formats.bytes(report.bytesTotal)}
          </Text>
        )}
      </Group>
    </Stack>
  );
}
