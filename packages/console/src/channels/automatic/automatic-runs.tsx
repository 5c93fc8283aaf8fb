import { Alert, Anchor } from '@mantine/core';
import type { AutomaticSubmit } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import layout from '../../ui/layout.module.css';
import { runProblem } from './run-problem.ts';

/** The next run, the last run with its submission, and the reason if the last run failed. */
export function AutomaticRuns({ rules }: { rules: AutomaticSubmit }) {
  const t = useMessages();
  const formats = useFormats();
  const { nextRun, lastRun, lastSubmissionId } = rules;
  const problem = runProblem(t, formats, rules);
  return (
    <>
      {problem !== undefined && (
        <Alert color="orange" variant="light" title={problem.title}>
          {problem.text}
        </Alert>
      )}
      {(nextRun !== null || lastRun !== null) && (
        <dl className={layout.fields}>
          {nextRun !== null && (
            <>
              <dt>{t.automatic.nextRun}</dt>
              <dd>{formats.moment(nextRun)}</dd>
            </>
          )}
          {lastRun !== null && (
            <>
              <dt>{t.automatic.lastRun}</dt>
              <dd>
                {formats.moment(lastRun)}{' '}
                {lastSubmissionId !== null && (
                  <Anchor component={Link} to={`/submissions/${lastSubmissionId}`} size="sm">
                    {t.channels.submission}
                  </Anchor>
                )}
              </dd>
            </>
          )}
        </dl>
      )}
    </>
  );
}
