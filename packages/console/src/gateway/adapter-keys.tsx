import { Stack, TextInput } from '@mantine/core';
import { createKey, listKeys, revokeKey, rotateKey } from '@pimento/contract';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import type { KeyCalls } from '../keys/key-calls.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

const calls: KeyCalls = {
  revoke: (api, keyId) => api.call(revokeKey, { params: { keyId } }),
  rotate: (api, keyId, graceSeconds) => api.call(rotateKey, { params: { keyId }, body: { graceSeconds } }),
};

/** The keys by which an adapter polls and reports. */
export function AdapterKeys({ adapterId }: { adapterId: string }) {
  const t = useMessages();
  const keys = useCall(listKeys, { query: { adapterId } });
  const [making, setMaking] = useState(false);
  const all = keys.data?.keys ?? [];
  return (
    <ListPanel text={t.gateway.keysText} add={{ label: t.gateway.newKey, onClick: () => setMaking(true) }} query={keys}>
      {keys.isSuccess && all.length === 0 && (
        <EmptyState icon={IconKey} title={t.gateway.noKeys} text={t.gateway.noKeysText} />
      )}
      {all.length > 0 && <KeyTable keys={all} label={t.gateway.keys} withScopes={false} calls={calls} />}
      {making && <NewAdapterKey adapterId={adapterId} onClose={() => setMaking(false)} />}
    </ListPanel>
  );
}

function NewAdapterKey({ adapterId, onClose }: { adapterId: string; onClose: () => void }) {
  const t = useMessages();
  const [name, setName] = useState('');
  const make = useChange((api, keyName: string) =>
    api.call(createKey, { body: { kind: 'adapter', adapterId, name: keyName } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(name);
  };
  return (
    <Dialog title={t.gateway.newKey} onClose={onClose} size="lg" locked={make.isSuccess}>
      {make.isSuccess ? (
        <ShownOnce
          warning={t.settings.secretOnce}
          text={make.data.secret}
          label={t.settings.secret}
          onClose={onClose}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t.settings.keyName}
              description={t.settings.keyNameHint}
              required
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <DialogActions onClose={onClose} submit={t.settings.makeKey} loading={make.isPending} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
