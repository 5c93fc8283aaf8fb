import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useFormats } from '../i18n/language.tsx';
import { EditConflictAlert } from '../ui/edit-conflict.tsx';
import { inputAfterMerge } from './draft/mapping-notice.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Run } from './use-run.ts';
import type { Wizard } from './use-wizard.ts';

/** Shows another user's change to the mapping: a conflict to resolve, the merged changes, or a newer version to take over. */
export function MappingNoticeAlert({ wizard, run }: { wizard: Wizard; run: Run }) {
  const texts = useWizardTexts();
  const { notice } = run;
  if (notice?.kind === 'conflict') return <Conflict wizard={wizard} run={run} notice={notice} />;
  if (notice?.kind === 'merged')
    return (
      <Alert color="blue" variant="light" role="alert" icon={<IconUsers aria-hidden />}>
        {notice.theirs.length === 0 ? texts.mergedNothing : texts.merged(notice.theirs.slice(0, 10).join(', '))}
      </Alert>
    );
  return <NewerVersion wizard={wizard} run={run} />;
}

type ConflictNotice = Extract<NonNullable<Run['notice']>, { kind: 'conflict' }>;

function Conflict({ wizard, run, notice }: { wizard: Wizard; run: Run; notice: ConflictNotice }) {
  const { merged, stored } = notice;
  const settle = (draft: typeof merged.draft) => {
    wizard.set(inputAfterMerge(draft, stored, wizard.input.format));
    run.closeNotice();
  };
  return (
    <EditConflictAlert
      isSaving={false}
      conflict={{
        parts: merged.conflicts,
        theirs: merged.stored,
        mine: merged.mine,
        keepMine: () => settle(merged.draft),
        takeTheirs: () => settle(merged.takeTheirs()),
      }}
    />
  );
}

/** Shows that the stored mapping has a newer version than the version on which the edit is based. */
function NewerVersion({ wizard, run }: { wizard: Wizard; run: Run }) {
  const texts = useWizardTexts();
  const formats = useFormats();
  const { stored, baseVersion } = wizard;
  if (stored === undefined || baseVersion === 0 || stored.version <= baseVersion) return null;
  const takeOver = () => {
    if (wizard.input.draft) run.takeIn(stored);
    else void wizard.preview.refetch();
  };
  return (
    <Alert color="blue" variant="light" role="status" icon={<IconUsers aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.changedBy(formats.number(stored.version))}</Text>
        <Button size="xs" variant="default" onClick={takeOver}>
          {texts.takeOver}
        </Button>
      </Group>
    </Alert>
  );
}
