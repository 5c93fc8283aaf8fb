import { Button, Collapse, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../i18n/language.tsx';
import { ItemProblemText } from '../imports/item-problem-text.tsx';
import { useWork } from '../session/session.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { changedTargets } from './draft/target-entries.ts';
import type { MappingWork } from './draft/use-mapping.ts';
import classes from './mapping.module.css';
import { PublishDialog } from './publish-dialog.tsx';
import { useMappingTexts } from './texts/mapping-texts.ts';
import { DraftTrial } from './trial/draft-trial.tsx';

/** The state of the draft: the published version, the changes, the problems, and the button that publishes the draft. */
export function DraftBar({ work, isConnected }: { work: MappingWork; isConnected: boolean }) {
  const t = useMappingTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const [showsProblems, setShowsProblems] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const { stored, published, check } = work;
  const { publishedVersion, isChanged, mapping } = stored;
  const changed = changedTargets(mapping, published);
  const count = check?.problemCount ?? 0;
  const hasFindings = check !== undefined && count + check.warnings.length > 0;
  return (
    <Paper withBorder p="md" component="section" aria-label={t.bar.label}>
      <div className={classes.bar}>
        <div data-grow>
          <Text size="sm" fw={600}>
            {publishedVersion === null ? t.bar.never : t.bar.published(formats.number(publishedVersion))}
          </Text>
          <Text size="sm" c="dimmed">
            {isChanged ? t.bar.changed(formats.number(changed.length)) : t.bar.unchanged}
          </Text>
        </div>
        {check && (
          <div aria-live="polite">
            <Text size="sm">
              {t.bar.required(formats.number(check.targets.requiredMapped), formats.number(check.targets.required))}
            </Text>
            <Text size="sm" {...(count > 0 ? { className: classes.wrong } : { c: 'dimmed' })}>
              {count > 0 ? t.bar.problems(formats.number(count)) : t.bar.noProblems}
            </Text>
          </div>
        )}
        {hasFindings && (
          <Button variant="default" aria-expanded={showsProblems} onClick={() => setShowsProblems(!showsProblems)}>
            {t.bar.showProblems}
          </Button>
        )}
        {canWrite && isConnected && isChanged && <DraftTrial channelId={work.channelId} />}
        {canWrite && (
          <Button disabled={!isChanged || check === undefined || count > 0} onClick={() => setPublishing(true)}>
            {t.bar.publish}
          </Button>
        )}
      </div>
      {work.checkError && <ProblemAlert error={work.checkError} />}
      {check && (
        <Collapse expanded={showsProblems && hasFindings}>
          <Problems title={t.problems.title} problems={check.problems} />
          <Problems title={t.problems.warnings} problems={check.warnings} />
        </Collapse>
      )}
      {isPublishing && check && (
        <PublishDialog
          work={work}
          check={check}
          changed={changed}
          isConnected={isConnected}
          onClose={() => setPublishing(false)}
        />
      )}
    </Paper>
  );
}

const shownProblems = 50;

function Problems({ title, problems }: { title: string; problems: NonNullable<MappingWork['check']>['problems'] }) {
  if (problems.length === 0) return null;
  return (
    <Stack gap={6} mt="md">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {problems.slice(0, shownProblems).map((problem) => (
        <div key={`${problem.path ?? ''} ${problem.message}`}>
          <ItemProblemText problem={problem} />
          <Text size="xs" c="dimmed" ff="monospace">
            {problem.path}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
