import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { AutomaticSubmit, ConnectionView } from '@pimento/contract';
import type { FormEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { isComplete } from './automatic-rules.ts';
import { RuleFields } from './rule-fields.tsx';
import { useRulesEdit } from './use-rules-edit.ts';

/** The form that edits the rules. It is read-only for viewers. */
export function RulesForm({ channel, stored }: { channel: ConnectionView; stored: AutomaticSubmit }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const edit = useRulesEdit(channel, stored);
  const { draft: rules, isDirty } = edit;
  useUnsaved(isDirty && canWrite);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Paper withBorder p="lg" maw={720} component="form" onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 'none', margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {canWrite ? t.automatic.text : `${t.automatic.text} ${t.automatic.readOnly}`}
          </Text>
          <RuleFields
            rules={rules}
            accounts={channel.accounts}
            canWithdraw={channel.capabilities.includes('withdraw')}
            onChange={edit.set}
          />
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          <FailedAction error={edit.error} />
          {canWrite && (
            <Group justify="flex-end">
              <Button variant="default" disabled={!isDirty} onClick={() => edit.begin(stored)}>
                {t.automatic.undo}
              </Button>
              <Button type="submit" disabled={!isDirty || !isComplete(rules)} loading={edit.isPending}>
                {t.common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </Paper>
  );
}
