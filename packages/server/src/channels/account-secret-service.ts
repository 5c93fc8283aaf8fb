import type { KeyChange } from '../access/index.ts';
import type { Transaction } from '../platform/index.ts';
import { openSecrets, sealSecrets } from './account-secrets.ts';
import { lockSealedAccounts, saveSealedAccounts } from './account-store.ts';

/** Seals the passwords of all accounts with a new key. @returns the number of accounts */
export async function resealAccounts(opened: Transaction, { from, to }: KeyChange): Promise<number> {
  const accounts = await lockSealedAccounts(opened);
  const sealed = accounts.map((account) => ({
    ...account,
    // If the former key cannot open a password, the password is kept unchanged, although no key can open it.
    secrets: { ...account.secrets, ...sealSecrets(to, account, openSecrets(from, account)) },
  }));
  await saveSealedAccounts(opened, sealed);
  return accounts.length;
}
