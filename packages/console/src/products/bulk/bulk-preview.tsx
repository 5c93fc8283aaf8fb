import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { BulkCounts } from '../../bulk/bulk-counts.tsx';
import { BulkProblems } from '../../bulk/bulk-problems.tsx';
import { BulkProgress } from '../../bulk/bulk-progress.tsx';
import { BulkSamples } from '../../bulk/bulk-samples.tsx';
import { useBulkTexts } from '../../bulk/texts/bulk-texts.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { textOfProblem } from '../../ui/problem-text.ts';
import type { useBulkDialog } from './use-bulk-dialog.ts';

/**
 * Shows the effects of a bulk edit before it starts, with counts, reasons and examples. When the preview is complete and the edit would
 * change products, the start button receives the focus.
 */
export function BulkPreview({ bulk }: { bulk: ReturnType<typeof useBulkDialog> }) {
  const t = useMessages();
  const texts = useBulkTexts();
  const formats = useFormats();
  const { data: edit, error, refetch } = bulk.preview;
  const isDone = edit !== undefined && edit.status !== 'Running';
  const isUsable = isDone && edit.fault === null && edit.updated > 0;
  const applyRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isUsable) applyRef.current?.focus();
  }, [isUsable]);
  return (
    <>
      {error !== null && <ProblemAlert error={error} retry={refetch} />}
      {!isDone && <BulkProgress edit={edit} label={texts.previewing} />}
      {isDone && edit.fault !== null && (
        <Alert color="red" variant="light" role="alert">
          {textOfProblem(t, edit.fault)}
        </Alert>
      )}
      {isDone && edit.fault === null && (
        <>
          <BulkCounts edit={edit} />
          {edit.updated === 0 && (
            <Text size="sm" role="status">
              {texts.nothing}
            </Text>
          )}
          <BulkProblems edit={edit} />
          <BulkSamples edit={edit} />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={bulk.leavePreview}>
          {texts.back}
        </Button>
        {isUsable && (
          <Button ref={applyRef} loading={bulk.isStarting} onClick={bulk.apply}>
            {texts.apply(formats.number(edit.updated))}
          </Button>
        )}
      </Group>
    </>
  );
}
