import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type OverrideValue, putOverrides, type TargetReadiness } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { draftOf, formOf, parseOverride } from './override-draft.ts';

/** Sets the value of one target for one product, or returns to the mapping. */
export function OverrideDialog(props: {
  channelId: string;
  productId: string;
  target: TargetReadiness;
  onClose: () => void;
}) {
  const { channelId, productId, target, onClose } = props;
  const t = useReadinessTexts();
  const messages = useMessages();
  const form = formOf(target);
  const [first] = useState(() => draftOf(target));
  const [text, setText] = useState(first);
  const value = parseOverride(text, form);
  const change = useChange(
    (api, next: OverrideValue | null) =>
      api.call(putOverrides, { params: { channelId, productId }, body: { values: { [target.target]: next } } }),
    (_, next) => {
      onClose();
      return next === null ? t.removed(target.name) : t.saved(target.name);
    },
    { showsFailure: true, refreshesFirst: true },
  );
  const isDirty = text !== first;
  const mayLeave = useUnsaved(isDirty && !change.isSuccess, () => text);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== undefined) change.mutate(value);
  };
  return (
    <Dialog title={t.set(target.name)} onClose={close} locked={isDirty} size="lg">
      <form onSubmit={submit}>
        <Stack>
          {change.error && <ProblemAlert error={change.error} />}
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
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {target.override !== undefined && (
            <Group>
              <Button variant="subtle" size="compact-sm" onClick={() => change.mutate(null)}>
                {t.reset}
              </Button>
            </Group>
          )}
          <DialogActions
            onClose={close}
            submit={messages.common.save}
            loading={change.isPending}
            disabled={value === undefined}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
