import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../../platform/index.ts';
import { createPasskeyAdding } from './passkey-adding-service.ts';
import { createPasskeySignIn } from './passkey-sign-in-service.ts';
import * as passkeyStore from './passkey-store.ts';
import type { PasskeyDeps, Passkeys } from './passkey-types.ts';
import { listPasskeys, passkeyView } from './passkey-views.ts';

const unknownPasskey = (passkeyId: string) => new PimentoError(problem('unknown-passkey', { passkeyId }));

export function createPasskeys(deps: PasskeyDeps): Passkeys {
  const { database } = deps;
  const list: Passkeys['list'] = async (personId) => {
    const rows = await listPasskeys(database, personId);
    return rows.map(passkeyView);
  };
  return {
    list,
    ...createPasskeyAdding(deps),
    ...createPasskeySignIn(deps),
    async rename(personId, passkeyId, name) {
      if (!(await passkeyStore.renamePasskeyRow(database, { personId, passkeyId, name })))
        throw unknownPasskey(passkeyId);
      const renamed = (await list(personId)).find((one) => one.passkeyId === passkeyId);
      if (!renamed) throw unknownPasskey(passkeyId);
      return renamed;
    },
    async remove(personId, passkeyId) {
      if (!(await passkeyStore.deletePasskeyRow(database, personId, passkeyId))) throw unknownPasskey(passkeyId);
    },
  };
}
