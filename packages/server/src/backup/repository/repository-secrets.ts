import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  type ScryptOptions,
} from 'node:crypto';
import { z } from 'zod';

// scrypt with these costs takes 128 MB and 0.4 s, for each guess of a passphrase.
const costs = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };
const maxmem = 256 * 1024 ** 2;
const cipher = 'aes-256-gcm';
const covered = Buffer.from('pimento backup key');

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));

/**
 * The key of a repository, encrypted with a passphrase. The cost parameters are limited, so that a manipulated file cannot exhaust the
 * memory.
 */
export const sealedKeySchema = z.object({
  kdf: z.literal('scrypt'),
  cost: z
    .int()
    .min(2 ** 14)
    .max(2 ** 17),
  blockSize: z.int().min(1).max(8),
  parallelization: z.int().min(1).max(4),
  salt: bytes,
  nonce: bytes,
  sealed: bytes,
  tag: bytes,
});
export type SealedKey = z.infer<typeof sealedKeySchema>;

function derive(passphrase: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, { ...options, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Creates the key of a repository. @returns the key, and the form in which it is stored */
export async function createRepositoryKey(
  passphrase: string,
): Promise<{ key: Buffer; stored: Record<keyof SealedKey, string | number> }> {
  const key = randomBytes(32);
  const salt = randomBytes(32);
  const nonce = randomBytes(12);
  const work = createCipheriv(cipher, await derive(passphrase, salt, costs), nonce).setAAD(covered);
  const sealed = Buffer.concat([work.update(key), work.final()]);
  const texts = { salt, nonce, sealed, tag: work.getAuthTag() };
  const stored = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.toString('base64')]));
  // all members of `SealedKey` are set
  return { key, stored: { kdf: 'scrypt', ...costs, ...stored } as Record<keyof SealedKey, string | number> };
}

/** Opens the key of a repository. @returns undefined if the passphrase is wrong */
export async function openRepositoryKey(sealedKey: SealedKey, passphrase: string): Promise<Buffer | undefined> {
  const { salt, nonce, sealed, tag, cost, blockSize, parallelization } = sealedKey;
  const derived = await derive(passphrase, salt, { cost, blockSize, parallelization });
  try {
    const work = createDecipheriv(cipher, derived, nonce).setAAD(covered);
    work.setAuthTag(tag);
    return Buffer.concat([work.update(sealed), work.final()]);
  } catch {
    return undefined;
  }
}

/** Creates a function that replaces names with codes. The codes reveal neither the clients nor their files. */
export function createNameCodes(key: Buffer): (text: string) => string {
  const nameKey = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'pimento backup names', 32));
  return (text) => createHmac('sha256', nameKey).update(text).digest('hex').slice(0, 32);
}
