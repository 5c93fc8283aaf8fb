import { Anchor, Text } from '@mantine/core';
import type { ImportSourceRun } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { ItemProblemText } from '../imports/item-problem-text.tsx';
import { JobResult } from '../imports/job-result.tsx';
import { useSourceTexts } from './texts/source-texts.ts';

/** A run of a source: its outcome and start, its file, and the result of the import or the reason why the run failed. */
export function RunResult({ run }: { run: ImportSourceRun }) {
  const texts = useSourceTexts();
  const formats = useFormats();
  const { status, times, startedAt, file, job, jobRef, fault } = run;
  return (
    <div>
      <Text size="sm">
        {texts.outcomes[status]}
        {times > 1 && `, ${texts.times(formats.number(times))}`} · {formats.moment(startedAt)}
      </Text>
      {file && status !== 'Unchanged' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Text>
      )}
      {fault && <ItemProblemText problem={fault} />}
      {job && !fault && <JobResult job={job} />}
      {jobRef !== null && (
        <Anchor component={Link} to={`/imports/${jobRef}`} size="sm">
          {texts.openImport}
        </Anchor>
      )}
    </div>
  );
}
