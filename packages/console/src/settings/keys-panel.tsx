import { Checkbox, Stack } from '@mantine/core';
import {
  type ClientScope,
  clientScopes,
  createClientKey,
  listAssets,
  listAttributes,
  listClientKeys,
  listConnections,
  listImportJobs,
  listProducts,
  revokeClientKey,
  rotateClientKey,
} from '@pimento/contract/wire';
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
  revoke: (api, keyId) => api.call(revokeClientKey, { params: { keyId } }),
  rotate: (api, keyId, graceSeconds) => api.call(rotateClientKey, { params: { keyId }, body: { graceSeconds } }),
};

/** The API keys of the client. */
export function KeysPanel() {
  const t = useMessages();
  const keys = useCall(listClientKeys, {});
  const [isCreating, setCreating] = useState(false);
  const all = keys.data?.keys ?? [];
  return (
    <ListPanel
      text={t.settings.keysText}
      add={{ label: t.settings.newKey, onClick: () => setCreating(true) }}
      query={keys}
    >
      {keys.isSuccess && all.length === 0 && (
        <EmptyState icon={IconKey} title={t.settings.noKeys} text={t.settings.keysText} />
      )}
      {all.length > 0 && <KeyTable keys={all} label={t.settings.keys} withScopes calls={calls} />}
      {isCreating && <NewClientKey onClose={() => setCreating(false)} />}
    </ListPanel>
  );
}

/** Creates an API key with the chosen scopes. */
function NewClientKey({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [scopes, setScopes] = useState<string[]>([...clientScopes]);
  const chosen = clientScopes.filter((scope) => scopes.includes(scope));
  return (
    <NewKeyDialog
      title={t.settings.newKey}
      create={(api, name) => api.call(createClientKey, { body: { name, scopes: chosen } })}
      isIncomplete={chosen.length === 0}
      testCall={(secret) => `curl -H "Authorization: Bearer ${secret}" "${location.origin}${testPath(chosen)}"`}
      onClose={onClose}
    >
      <Checkbox.Group label={t.settings.scopes} value={scopes} onChange={setScopes}>
        <Stack gap="xs" mt="xs">
          {clientScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={t.settings.scopeNames[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </NewKeyDialog>
  );
}

/** Returns the path of a request that an API key with these scopes can send. */
function testPath(scopes: readonly ClientScope[]): string {
  const first = (['products', 'import', 'datastandards', 'assets', 'channels'] as const).find((scope) =>
    scopes.includes(scope),
  );
  return {
    products: `${listProducts.path}?limit=2`,
    import: `${listImportJobs.path}?limit=2`,
    datastandards: listAttributes.path,
    assets: `${listAssets.path}?limit=2`,
    channels: listConnections.path,
  }[first ?? 'products'];
}
