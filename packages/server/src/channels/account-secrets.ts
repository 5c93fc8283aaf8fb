import type { SecretBox } from '../platform/index.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';

/** Binds a sealed password to its account and field: it cannot be opened for another one. */
const contextOf = (key: AccountKey, fieldId: string) =>
  [key.clientId, key.channelId, key.accountId, fieldId].join('\u001f');

/** Field id → password as field id → sealed text. */
export function sealSecrets(box: SecretBox, key: AccountKey, secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([id, text]) => [id, box.seal(text, contextOf(key, id))]));
}

/** Opens the passwords of an account. One that cannot be opened is left out, as if it were not set. */
export function openSecrets(box: SecretBox, account: AccountRow): Record<string, string> {
  return Object.fromEntries(
    Object.entries(account.secrets).flatMap(([id, sealed]) => {
      const text = box.open(sealed, contextOf(account, id));
      return text === undefined ? [] : [[id, text]];
    }),
  );
}
