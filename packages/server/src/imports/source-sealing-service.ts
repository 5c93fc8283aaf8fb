import type { KeyChange } from '../access/index.ts';
import type { Transaction } from '../platform/index.ts';
import { openSecret, sealSecret } from './sources/source-secrets.ts';
import { lockSourceSecrets, saveSourceSecrets } from './sources/source-store.ts';

/**
 * Seals the passwords and tokens of sources with a new key, except those that the old key cannot open.
 * @returns the number of sealed secrets
 */
export async function resealSources(opened: Transaction, { from, to }: KeyChange): Promise<number> {
  const sealedAgain = (await lockSourceSecrets(opened)).flatMap(({ sourceId, url, sealed }) => {
    const secret = openSecret(from, { sourceId, url }, sealed);
    return secret === undefined ? [] : [{ sourceId, sealed: sealSecret(to, { sourceId, url }, secret) }];
  });
  await saveSourceSecrets(opened, sealedAgain);
  return sealedAgain.length;
}
