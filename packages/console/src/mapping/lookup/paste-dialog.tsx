import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { updateMapEntries } from '@pimento/contract/wire';
import { useMemo, useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useChange } from '../../session/use-change.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { readPastedEntries } from './pasted-entries.ts';

const shownFaults = 10;

/** Adds entries that were copied from two columns of a spreadsheet. */
export function PasteDialog(props: { channelId: string; mapId: string; onClose: () => void }) {
  const { channelId, mapId, onClose } = props;
  const t = useMappingTexts();
  const messages = useMessages();
  const formats = useFormats();
  const [text, setText] = useState('');
  const { entries, faults, contradictions } = useMemo(() => readPastedEntries(text), [text]);
  const change = useChange(
    (api, added: ReadonlyMap<string, string>) =>
      api.call(updateMapEntries, { params: { channelId, mapId }, body: { entries: Object.fromEntries(added) } }),
    (_, added) => {
      onClose();
      return t.maps.pasted(formats.number(added.size));
    },
    { showsFailure: true },
  );
  const mayLeave = useUnsaved(text !== '' && !change.isSuccess, () => text);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const few = (all: readonly (string | number)[]) =>
    `${all.slice(0, shownFaults).join(', ')}${all.length > shownFaults ? ' …' : ''}`;
  return (
    <Dialog title={t.maps.paste} onClose={close} size="lg" locked={text !== ''}>
      <Stack>
        <Text size="sm">{t.maps.pasteText}</Text>
        <Textarea
          label={t.maps.pasteLabel}
          autosize
          minRows={8}
          maxRows={16}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div aria-live="polite">
          {entries.size > 0 && <Text size="sm">{t.maps.pasteFound(formats.number(entries.size))}</Text>}
          {faults.length > 0 && (
            <Text size="sm" fw={600}>
              {t.maps.pasteFaults(few(faults))}
            </Text>
          )}
          {contradictions.length > 0 && (
            <Text size="sm" fw={600}>
              {t.maps.pasteTwice(few(contradictions))}
            </Text>
          )}
        </div>
        {change.error && (
          <Alert color="red" variant="light" role="alert">
            {problemText(messages, change.error)}
          </Alert>
        )}
        <DialogActions
          onClose={close}
          submit={t.maps.pasteSave}
          loading={change.isPending}
          disabled={entries.size === 0 || faults.length > 0 || contradictions.length > 0}
          onSubmit={() => change.mutate(entries)}
        />
      </Stack>
    </Dialog>
  );
}
