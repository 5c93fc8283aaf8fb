import type { SecretBox } from '../platform/index.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';

/** A password opens only for the account and the field that it was given for. */
const contextOf = (key: AccountKey, fieldId: string) =>
  [key.clientId, key.channelId, key.accountId, fieldId].join('\u001f');

/** Field id → password as field id → sealed text. */
export function sealSecrets(box: SecretBox, key: AccountKey, secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([id, text]) => [id, box.seal(text, contextOf(key, id))]));
}

/** Passwords in the clear; one that cannot be opened is left out, as if it had never been given. */
export function openSecrets(box: SecretBox, account: AccountRow): Record<string, string> {
  return Object.fromEntries(
    Object.entries(account.secrets).flatMap(([id, sealed]) => {
      const text = box.open(sealed, contextOf(account, id));
      return text === undefined ? [] : [[id, text]];
    }),
  );
}
