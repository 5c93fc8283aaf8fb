import {
  createClientKey,
  type KeyScope,
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
import { allScopes, ScopeFields, scopesOf } from '../keys/scope-fields.tsx';
import { useCall } from '../session/use-call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPanel } from '../ui/list-panel.tsx';

const calls: KeyCalls = {
  revoke: (api, keyId) => api.call(revokeClientKey, { params: { keyId } }),
  rotate: (api, keyId, graceSeconds) => api.call(rotateClientKey, { params: { keyId }, body: { graceSeconds } }),
};

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

function NewClientKey({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [choices, setChoices] = useState(allScopes);
  const scopes = scopesOf(choices);
  const path = testPath(scopes);
  return (
    <NewKeyDialog
      title={t.settings.newKey}
      create={(api, key) => api.call(createClientKey, { body: { ...key, scopes } })}
      isIncomplete={scopes.length === 0}
      {...(path === undefined
        ? {}
        : { testCall: (secret) => `curl -H "Authorization: Bearer ${secret}" "${location.origin}${path}"` })}
      onClose={onClose}
    >
      <ScopeFields chosen={choices} onChange={setChoices} />
    </NewKeyDialog>
  );
}

/** Returns the path of a read request that an API key with these scopes can send, or undefined if there is none to suggest. */
function testPath(scopes: readonly KeyScope[]): string | undefined {
  const first = (['products', 'import', 'datastandards', 'assets', 'channels'] as const).find(
    (scope) => scopes.includes(scope) || scopes.includes(`${scope}:read`),
  );
  if (first === undefined) return undefined;
  return {
    products: `${listProducts.path}?limit=2`,
    import: `${listImportJobs.path}?limit=2`,
    datastandards: listAttributes.path,
    assets: `${listAssets.path}?limit=2`,
    channels: listConnections.path,
  }[first];
}
