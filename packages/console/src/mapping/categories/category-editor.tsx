import { Paper, Stack, Text } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { useState } from 'react';
import { useWork } from '../../session/session.tsx';
import { movedItem } from '../../ui/sortable/moved-item.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { EditActions } from '../draft/edit-actions.tsx';
import type { MappingWork } from '../draft/use-mapping.ts';
import { useMappingScope } from '../formula/use-mapping-scope.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { OtherwiseFields } from './otherwise-fields.tsx';
import { isFinished, newRule, type OpenedRule, openRule, rulesText } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { RuleList } from './rule-list.tsx';
import { useCategoryEdit } from './use-category-edit.ts';
import { useRuleSamples } from './use-rule-samples.ts';

/** The editor of the rules that determine the channel category of a product. */
export function CategoryEditor({ work, channel }: { work: MappingWork; channel: ConnectionView }) {
  const { channelId, stored, standard } = work;
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const edit = useCategoryEdit(channelId, stored);
  const { rules, otherwise } = edit.draft;
  const [opened, setOpened] = useState<OpenedRule>();
  const open = opened !== undefined && opened.at < rules.length ? opened.at : undefined;
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
  const setRules = (next: typeof rules, nextOpened: OpenedRule | undefined) => {
    edit.set({ rules: next });
    setOpened(nextOpened);
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
          onOpen={(at) => setOpened(openRule(opened, at))}
          onAdd={() => setRules([...rules, newRule('when')], openRule(opened, rules.length))}
        />
        {rule !== undefined && open !== undefined ? (
          <RuleFields
            // Each opened rule gets new input fields. A moved rule keeps its fields, and the pressed button keeps the focus.
            key={opened?.opening}
            rule={rule}
            at={open}
            count={rules.length}
            scope={scope}
            context={context}
            samples={samples}
            onChange={(next) => setRules(rules.with(open, next), opened)}
            onMove={(to) => setRules(movedItem(rules, open, to), opened && { ...opened, at: to })}
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
      <EditActions edit={edit} isFinished={rules.every(isFinished)} readOnly={!canWrite} />
    </Stack>
  );
}
