import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type OverrideValue, putOverrides, type TargetReadiness } from '@pimento/contract/wire';
import type { FormEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EditConflictAlert } from '../../ui/edit-conflict.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { formOf, parseOverride } from './override-draft.ts';
import { useOverrideEdit } from './use-override-edit.ts';

/** Sets the value of one target for one product, or removes the setting so that the mapping applies again. */
export function OverrideDialog(props: {
  channelId: string;
  productId: string;
  target: TargetReadiness;
  onClose: () => void;
}) {
  const { target, onClose } = props;
  const t = useReadinessTexts();
  const messages = useMessages();
  const form = formOf(target);
  const edit = useOverrideEdit(props);
  const { text } = edit.draft;
  const value = parseOverride(text, form);
  const mayLeave = useUnsaved(edit.isDirty && !edit.isSuccess, () => text);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== undefined) edit.save();
  };
  return (
    <Dialog title={t.set(target.name)} onClose={close} locked={edit.isDirty} size="lg">
      <form onSubmit={submit}>
        <Stack>
          {edit.error && <ProblemAlert error={edit.error} />}
          {edit.conflict && <EditConflictAlert conflict={edit.conflict} isSaving={edit.isPending} />}
          <Text size="sm" c="dimmed">
            {t.setHint}
          </Text>
          <Textarea
            label={target.name}
            description={form === 'lines' ? t.setLines : form === 'json' ? t.setJson : undefined}
            error={value === undefined ? t.notJson : undefined}
            autosize
            minRows={form === 'text' ? 1 : 3}
            maxRows={20}
            data-autofocus
            ff={form === 'json' ? 'monospace' : 'text'}
            value={text}
            onChange={({ currentTarget }) => edit.set({ text: currentTarget.value })}
          />
          {target.override !== undefined && <ResetButton {...props} />}
          <DialogActions
            onClose={close}
            submit={messages.common.save}
            loading={edit.isPending}
            disabled={value === undefined}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Removes the override, unless another person has changed it. */
function ResetButton(props: { channelId: string; productId: string; target: TargetReadiness; onClose: () => void }) {
  const { channelId, productId, target, onClose } = props;
  const t = useReadinessTexts();
  const reset = useChange(
    (api, _input: void) => {
      const set = target.override as OverrideValue; // the stored value, in the form in which it was sent
      return api.call(putOverrides, {
        params: { channelId, productId },
        body: { values: { [target.target]: null }, expected: { values: { [target.target]: set } } },
      });
    },
    () => {
      onClose();
      return t.removed(target.name);
    },
    { showsFailure: true, refreshesFirst: true },
  );
  return (
    <Stack gap="xs">
      {reset.error && <ProblemAlert error={reset.error} />}
      <Group>
        <Button variant="subtle" size="compact-sm" loading={reset.isPending} onClick={() => reset.mutate()}>
          {t.reset}
        </Button>
      </Group>
    </Stack>
  );
}
