import { createKey, listKeys, revokeKey, rotateKey } from '@pimento/contract/wire';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import type { KeyCalls } from '../keys/key-calls.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { NewKeyDialog } from '../keys/new-key-dialog.tsx';
import { useCall } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPanel } from '../ui/list-panel.tsx';

const calls: KeyCalls = {
  revoke: (api, keyId) => api.call(revokeKey, { params: { keyId } }),
  rotate: (api, keyId, graceSeconds) => api.call(rotateKey, { params: { keyId }, body: { graceSeconds } }),
};

/** The API keys that an adapter uses to poll and report. */
export function AdapterKeys({ adapterId }: { adapterId: string }) {
  const t = useMessages();
  const keys = useCall(listKeys, { query: { adapterId } });
  const [isCreating, setCreating] = useState(false);
  const all = keys.data?.keys ?? [];
  return (
    <ListPanel
      text={t.gateway.keysText}
      add={{ label: t.gateway.newKey, onClick: () => setCreating(true) }}
      query={keys}
    >
      {keys.isSuccess && all.length === 0 && (
        <EmptyState icon={IconKey} title={t.gateway.noKeys} text={t.gateway.noKeysText} />
      )}
      {all.length > 0 && <KeyTable keys={all} label={t.gateway.keys} withScopes={false} calls={calls} />}
      {isCreating && (
        <NewKeyDialog
          title={t.gateway.newKey}
          create={(api, key) => api.call(createKey, { body: { kind: 'adapter', adapterId, ...key } })}
          onClose={() => setCreating(false)}
        />
      )}
    </ListPanel>
  );
}
