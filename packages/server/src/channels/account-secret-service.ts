import type { KeyChange } from '../access/index.ts';
import type { Transaction } from '../platform/index.ts';
import { openSecrets, sealSecrets } from './account-secrets.ts';
import { lockSealedAccounts, saveSealedAccounts } from './account-store.ts';

/** Seals the passwords of all accounts with a new key. @returns the number of accounts with passwords */
export async function resealAccounts(opened: Transaction, { from, to }: KeyChange): Promise<number> {
  const accounts = await lockSealedAccounts(opened);
  const sealed = accounts.map((account) => ({
    ...account,
    // keeps a password unchanged if the former key cannot open it, because no other key can open it either
    secrets: { ...account.secrets, ...sealSecrets(to, account, openSecrets(from, account)) },
  }));
  await saveSealedAccounts(opened, sealed);
  return accounts.length;
}
