import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconFileImport, IconListCheck } from '@tabler/icons-react';
import { useFormats } from '../i18n/language.tsx';
import { FailedAction } from '../ui/failed-action.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Run } from './use-run.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

/**
 * The options of the import: what empty cells mean, whether rows without an id continue the product above, whether to remove those values
 * of the imported products that the file does not contain, and whether to store the mapping under a name.
 */
export function RunOptions({ wizard, run }: { wizard: Wizard; run: Run }) {
  const texts = useWizardTexts();
  const { input, set, baseName, baseVersion, isChanged } = wizard;
  const mapping = wizard.preview.data?.mapping;
  const empty = input.draft?.empty ?? mapping?.empty ?? 'leave';
  const isNew = baseVersion === 0;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {mapping && (
          <NativeSelect
            label={texts.empty}
            maw={300}
            disabled={wizard.isLocked}
            value={empty}
            data={(['leave', 'clear'] as const).map((value) => ({ value, label: texts.empties[value] }))}
            onChange={({ currentTarget }) => wizard.setEmpty(currentTarget.value === 'clear' ? 'clear' : 'leave')}
          />
        )}
        {mapping && (
          <Checkbox
            label={texts.continued}
            disabled={wizard.isLocked}
            checked={(input.draft ?? mapping).continued === true}
            onChange={({ currentTarget }) => wizard.setContinued(currentTarget.checked)}
          />
        )}
        <Checkbox
          label={texts.replace}
          checked={input.replaces}
          onChange={({ currentTarget }) => set({ replaces: currentTarget.checked })}
        />
        {mapping && (isNew || isChanged) && (
          <Checkbox
            label={isNew ? texts.remember : texts.rememberChanges(baseName)}
            checked={input.remembers}
            onChange={({ currentTarget }) => set({ remembers: currentTarget.checked })}
          />
        )}
        {mapping && isNew && input.remembers && (
          <TextInput
            label={texts.name}
            maw={300}
            maxLength={100}
            required
            value={wizard.mappingName}
            error={run.notice?.kind === 'name-taken' ? texts.nameTaken(run.notice.name) : undefined}
            onChange={({ currentTarget }) => {
              run.closeNotice();
              set({ name: currentTarget.value });
            }}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** The buttons that start the check and the import, and the reason why they are disabled. */
export function RunBar({ wizard, run, canCheck }: { wizard: Wizard; run: Run; canCheck: boolean }) {
  const texts = useWizardTexts();
  const formats = useFormats();
  const { preview, isStale, input, mappingName } = wizard;
  const open = preview.data?.questions.length ?? 0;
  const isBlocked = isStale || preview.isError || open > 0 || (input.remembers && mappingName === '');
  const added = preview.data?.newAttributes ?? [];
  return (
    <Paper withBorder className={classes.bar}>
      <Stack gap="xs">
        <FailedAction error={run.error} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" role="status" style={{ flex: '1 1 240px' }}>
            {open > 0
              ? texts.answerFirst(formats.number(open))
              : newText(added, texts.newAttributes(formats.number(added.length)))}
          </Text>
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconListCheck size={16} aria-hidden />}
              disabled={isBlocked || !canCheck}
              loading={run.isChecking}
              onClick={run.check}
            >
              {input.checked === undefined ? texts.check : texts.checkAgain}
            </Button>
            <Button
              leftSection={<IconFileImport size={16} aria-hidden />}
              disabled={isBlocked}
              loading={run.isPending && !run.isChecking}
              onClick={run.start}
            >
              {texts.import}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

const shownNames = 8;

function newText(names: readonly string[], label: string): string {
  if (names.length === 0) return '';
  return `${label} ${names.slice(0, shownNames).join(', ')}${names.length > shownNames ? ' …' : ''}`;
}
