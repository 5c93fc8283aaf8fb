import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import type { MappingWork } from '../draft/use-mapping.ts';
import { useMappingScope } from '../formula/use-mapping-scope.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { OtherwiseFields } from './otherwise-fields.tsx';
import { isFinished, moveRule, newRule, rulesText } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { RuleList } from './rule-list.tsx';
import { useCategoryEdit } from './use-category-edit.ts';
import { useRuleSamples } from './use-rule-samples.ts';

/** The editor of the rules that find the channel category of a product. */
export function CategoryEditor({ work, channel }: { work: MappingWork; channel: ConnectionView }) {
  const { channelId, stored, standard } = work;
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const edit = useCategoryEdit(channelId, stored);
  const { rules, otherwise } = edit.draft;
  const [opened, setOpened] = useState<number>();
  const open = opened !== undefined && opened < rules.length ? opened : undefined;
  const rule = open === undefined ? undefined : rules[open];
  useUnsaved(edit.isDirty && canWrite, () => rulesText(edit.draft));
  const scope = useMappingScope(work, channel);
  const samples = useRuleSamples(channelId, edit.draft, channel.connected);
  const context = {
    channelId,
    version: standard.version.version,
    maps: Object.keys(stored.mapping.maps ?? {}),
    readOnly: !canWrite,
  };
  const setRules = (next: typeof rules, nextOpen: number | undefined) => {
    edit.set({ rules: next });
    setOpened(nextOpen);
  };
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.categories.text}
      </Text>
      <div className={classes.work} data-open={open === undefined ? undefined : true}>
        <RuleList
          rules={rules}
          open={open}
          samples={samples}
          readOnly={!canWrite}
          onOpen={setOpened}
          onAdd={() => setRules([...rules, newRule('when')], rules.length)}
        />
        {rule !== undefined && open !== undefined ? (
          <RuleFields
            // The position is the key, so that a moved rule keeps its field.
            key={open}
            rule={rule}
            at={open}
            count={rules.length}
            scope={scope}
            context={context}
            samples={samples}
            onChange={(next) => setRules(rules.with(open, next), open)}
            onMove={(to) => setRules(moveRule(rules, open, to), to)}
            onRemove={() => setRules(rules.toSpliced(open, 1), undefined)}
          />
        ) : (
          <Paper withBorder p="lg">
            <Text size="sm" c="dimmed">
              {rules.length === 0 ? t.categories.noneText : t.categories.choose}
            </Text>
          </Paper>
        )}
      </div>
      <OtherwiseFields
        channelId={channelId}
        version={context.version}
        value={otherwise}
        readOnly={!canWrite}
        samples={samples}
        onChange={(next) => edit.set({ otherwise: next })}
      />
      <CategoryActions edit={edit} readOnly={!canWrite} />
    </Stack>
  );
}

/** The problems of an edit, and the buttons that save and discard it. */
function CategoryActions({ edit, readOnly }: { edit: ReturnType<typeof useCategoryEdit>; readOnly: boolean }) {
  const t = useMappingTexts();
  const messages = useMessages();
  return (
    <>
      {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
      {edit.error && (
        <Alert color="red" variant="light" role="alert">
          {problemText(messages, edit.error)}
        </Alert>
      )}
      {!readOnly && (
        <Group>
          <Button
            disabled={!edit.isDirty || !edit.draft.rules.every(isFinished)}
            loading={edit.isPending}
            onClick={edit.save}
          >
            {t.editor.save}
          </Button>
          {edit.isDirty && edit.base && (
            <Button variant="default" onClick={() => edit.base && edit.begin(edit.base)}>
              {t.editor.reset}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
