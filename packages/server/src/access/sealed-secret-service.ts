import type { SecretBox, Transaction } from '../platform/index.ts';
import { contextOf as mailContext } from './mail/mail-seal-rules.ts';
import { contextOf as providerContext } from './providers/provider-service.ts';
import * as store from './sealed-secret-store.ts';
import { signInSecret } from './sessions/sign-in-service.ts';

/** The former and the new key of stored secrets. */
export interface KeyChange {
  from: SecretBox;
  to: SecretBox;
}

/** Seals secrets with the new key. Omits secrets that the former key cannot open, because no other key can open them either. */
function reseal(
  { from, to }: KeyChange,
  stored: readonly store.StoredSecret[],
  contextOf: (id: string) => string,
): store.StoredSecret[] {
  return stored.flatMap(({ id, secret }) => {
    const text = from.open(secret, contextOf(id));
    return text === undefined ? [] : [{ id, secret: to.seal(text, contextOf(id)) }];
  });
}

/**
 * Encrypts the secret and the recovery codes of a second factor with the new key.
 * @returns undefined if the former key cannot decrypt them; no other key can then decrypt them either
 */
async function reencrypt({ from, to }: KeyChange, factor: store.StoredFactor): Promise<store.StoredFactor | undefined> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  const decrypted = await Promise.all(
    [factor.secret, factor.recoveryCodes].map((data) => symmetricDecrypt({ key: signInSecret(from), data })),
  ).catch(() => undefined);
  if (!decrypted) return undefined;
  const [secret = '', recoveryCodes = ''] = await Promise.all(
    decrypted.map((data) => symmetricEncrypt({ key: signInSecret(to), data })),
  );
  return { id: factor.id, secret, recoveryCodes };
}

/** Seals the secrets of identity providers, waiting e-mails and second factors with a new key. @returns the number of rows */
export async function resealAccess(opened: Transaction, change: KeyChange): Promise<number> {
  const providers = reseal(change, await store.lockProviderSecrets(opened), providerContext);
  const mails = reseal(change, await store.lockMailSecrets(opened), mailContext);
  const factors: store.StoredFactor[] = [];
  for (const factor of await store.lockSecondFactors(opened)) {
    const encrypted = await reencrypt(change, factor);
    if (encrypted) factors.push(encrypted);
  }
  await store.saveProviderSecrets(opened, providers);
  await store.saveMailSecrets(opened, mails);
  await store.saveSecondFactors(opened, factors);
  return providers.length + mails.length + factors.length;
}
