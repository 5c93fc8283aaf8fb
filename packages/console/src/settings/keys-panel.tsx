import { Checkbox, Stack, TextInput } from '@mantine/core';
import { clientScopes, createClientKey, listClientKeys, revokeClientKey, rotateClientKey } from '@pimento/contract';
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
  revoke: (api, keyId) => api.call(revokeClientKey, { params: { keyId } }),
  rotate: (api, keyId, graceSeconds) => api.call(rotateClientKey, { params: { keyId }, body: { graceSeconds } }),
};

export function KeysPanel() {
  const t = useMessages();
  const keys = useCall(listClientKeys, {});
  const [making, setMaking] = useState(false);
  const all = keys.data?.keys ?? [];
  return (
    <ListPanel
      text={t.settings.keysText}
      add={{ label: t.settings.newKey, onClick: () => setMaking(true) }}
      query={keys}
    >
      {keys.isSuccess && all.length === 0 && (
        <EmptyState icon={IconKey} title={t.settings.noKeys} text={t.settings.keysText} />
      )}
      {all.length > 0 && <KeyTable keys={all} label={t.settings.keys} withScopes calls={calls} />}
      {making && <NewClientKey onClose={() => setMaking(false)} />}
    </ListPanel>
  );
}

function NewClientKey({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([...clientScopes]);
  const make = useChange((api, body: { name: string; scopes: (typeof clientScopes)[number][] }) =>
    api.call(createClientKey, { body }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ name, scopes: clientScopes.filter((scope) => scopes.includes(scope)) });
  };
  return (
    <Dialog title={t.settings.newKey} onClose={onClose} size="lg" locked={make.isSuccess}>
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
            <Checkbox.Group label={t.settings.scopes} value={scopes} onChange={setScopes}>
              <Stack gap="xs" mt="xs">
                {clientScopes.map((scope) => (
                  <Checkbox key={scope} value={scope} label={t.settings.scopeNames[scope]} />
                ))}
              </Stack>
            </Checkbox.Group>
            <DialogActions
              onClose={onClose}
              submit={t.settings.makeKey}
              loading={make.isPending}
              disabled={scopes.length === 0}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
