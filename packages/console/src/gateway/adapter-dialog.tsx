import { Stack, TextInput } from '@mantine/core';
import { type Adapter, createAdapter, updateAdapter } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { FailedAction } from '../ui/failed-action.tsx';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';

/** Creates an adapter, or renames the given adapter. */
export function AdapterDialog({ adapter, onClose }: { adapter?: Adapter; onClose: () => void }) {
  const t = useMessages();
  const navigate = useNavigate();
  const [adapterId, setAdapterId] = useState(adapter?.adapterId ?? '');
  const [name, setName] = useState(adapter?.name ?? '');
  const save = useChange(
    (api, body: { adapterId: string; name: string }) =>
      adapter
        ? api.call(updateAdapter, { params: { adapterId: adapter.adapterId }, body: { name: body.name } })
        : api.call(createAdapter, { body }),
    (saved) => {
      onClose();
      if (adapter) return t.gateway.renamed;
      void navigate({ to: '/gateway/$adapterId', params: { adapterId: saved.adapterId } });
      return t.gateway.adapterMade(saved.name);
    },
    { showsFailure: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ adapterId, name });
  };
  return (
    <FormDialog action={save} title={adapter ? t.gateway.rename : t.gateway.newAdapter} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <FailedAction error={save.error} />
          {!adapter && (
            <TextInput
              label={t.gateway.adapterId}
              description={t.gateway.idHint}
              required
              pattern="[a-z0-9][a-z0-9._\-]{0,62}"
              data-autofocus
              value={adapterId}
              onChange={({ currentTarget }) => setAdapterId(currentTarget.value)}
            />
          )}
          <TextInput
            label={t.gateway.name}
            required
            data-autofocus={adapter !== undefined || undefined}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <DialogActions onClose={onClose} submit={t.gateway.saveAdapter} loading={save.isPending} />
        </Stack>
      </form>
    </FormDialog>
  );
}
