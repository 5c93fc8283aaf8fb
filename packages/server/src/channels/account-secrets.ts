import type { SecretBox } from '../platform/index.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';

/** Returns the context that binds a sealed password to its account and field, so that it cannot be opened for another account or field. */
const contextOf = (key: AccountKey, fieldId: string) =>
  [key.clientId, key.channelId, key.accountId, fieldId].join('\u001f');

/** Seals passwords. Input and result are keyed by field id. */
export function sealSecrets(box: SecretBox, key: AccountKey, secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([id, text]) => [id, box.seal(text, contextOf(key, id))]));
}

/** Decrypts the passwords of an account. Omits passwords that cannot be decrypted, as if they were not set. */
export function openSecrets(box: SecretBox, account: AccountKey & Pick<AccountRow, 'secrets'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(account.secrets).flatMap(([id, sealed]) => {
      const text = box.open(sealed, contextOf(account, id));
      return text === undefined ? [] : [[id, text]];
    }),
  );
}
