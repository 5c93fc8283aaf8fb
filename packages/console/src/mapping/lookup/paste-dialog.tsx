import { Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { readPastedRows } from './pasted-rows.ts';

const shownFaults = 10;

/** Adds rows that were copied from a spreadsheet. */
export function PasteDialog(props: {
  title: string;
  /** Describes which columns to copy. */
  text: string;
  columns: number;
  /** True if cells after the first one may be empty. */
  mayBeEmpty: boolean;
  /** The change that stores the rows. */
  change: {
    mutate: (rows: ReadonlyMap<string, readonly string[]>) => void;
    isPending: boolean;
    isSuccess: boolean;
    error: Error | null;
  };
  onClose: () => void;
}) {
  const { title, columns, mayBeEmpty, change, onClose } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const [text, setText] = useState('');
  const { rows, faults, contradictions } = useMemo(
    () => readPastedRows(text, { columns, mayBeEmpty }),
    [text, columns, mayBeEmpty],
  );
  const mayLeave = useUnsaved(text !== '' && !change.isSuccess, () => text);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const few = (all: readonly (string | number)[]) =>
    `${all.slice(0, shownFaults).join(', ')}${all.length > shownFaults ? ' …' : ''}`;
  return (
    <Dialog title={title} onClose={close} size="lg" locked={text !== ''}>
      <Stack>
        <Text size="sm">{props.text}</Text>
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
          {rows.size > 0 && <Text size="sm">{t.maps.pasteFound(formats.number(rows.size))}</Text>}
          {faults.length > 0 && (
            <Text size="sm" fw={600}>
              {columns === 2 && !mayBeEmpty
                ? t.maps.pasteFaults(few(faults))
                : t.tables.pasteFaults(few(faults), formats.number(columns))}
            </Text>
          )}
          {contradictions.length > 0 && (
            <Text size="sm" fw={600}>
              {t.maps.pasteTwice(few(contradictions))}
            </Text>
          )}
        </div>
        <FailedAction error={change.error} />
        <DialogActions
          onClose={close}
          submit={t.maps.pasteSave}
          loading={change.isPending}
          disabled={rows.size === 0 || faults.length > 0 || contradictions.length > 0}
          onSubmit={() => change.mutate(rows)}
        />
      </Stack>
    </Dialog>
  );
}
