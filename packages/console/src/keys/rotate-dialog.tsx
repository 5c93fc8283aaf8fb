import { Select, Stack, Text } from '@mantine/core';
import type { Key } from '@pimento/contract';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import type { KeyCalls } from './key-calls.ts';

/** The selectable periods, in seconds, for which the old secret stays valid. */
const graces = ['0', '3600', '86400', '604800', '2592000'] as const;

/** Creates a new secret for an API key. The old secret stays valid for the chosen period. */
export function RotateDialog(props: { keyRow: Key; rotate: KeyCalls['rotate']; onClose: () => void }) {
  const { keyRow, rotate, onClose } = props;
  const t = useMessages();
  const [grace, setGrace] = useState<(typeof graces)[number]>('86400');
  const rotation = useChange((api, graceSeconds: number) => rotate(api, keyRow.keyId, graceSeconds));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rotation.mutate(Number(grace));
  };
  return (
    <FormDialog
      action={rotation}
      title={t.keys.rotateTitle(keyRow.name)}
      onClose={onClose}
      size="lg"
      locked={rotation.isSuccess}
    >
      {rotation.isSuccess ? (
        <ShownOnce
          warning={t.settings.secretOnce}
          text={rotation.data.secret}
          label={t.settings.secret}
          onClose={onClose}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">{t.keys.rotateText}</Text>
            <Select
              label={t.keys.grace}
              data={graces.map((value) => ({ value, label: t.keys.graces[value] }))}
              value={grace}
              allowDeselect={false}
              onChange={(next) => setGrace(next ?? '86400')}
              comboboxProps={{ withinPortal: false }}
            />
            <DialogActions onClose={onClose} submit={t.keys.rotate} loading={rotation.isPending} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
