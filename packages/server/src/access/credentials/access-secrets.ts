import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify<string, string, number, object, Buffer>(scrypt);

/** Creates a 256-bit secret. The prefix lets secret scanners recognise a leaked secret. */
export function makeSecret(prefix: 'client' | 'adapter' | 'operator' | 'token' | 'link'): string {
  return `pimento_${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Returns the SHA-256 hash of a secret. Only the hash is stored. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares two hashes in constant time. */
export function equalHashes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Hashes a password with scrypt (N 16384, r 16, p 1, 64 bytes) in the sign-in library's format, which is `salt:key` with both parts in hex.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const key = await deriveKey(password.normalize('NFKC'), salt, 64, {
    N: 16_384,
    r: 16,
    p: 1,
    maxmem: 128 * 16_384 * 16 * 2,
  });
  return `${salt}:${key.toString('hex')}`;
}

/**
 * Generates a password that is easy to copy from a screen. The password has four groups of five characters, each of almost 5 bits, without
 * look-alikes such as l and 1.
 */
export function makePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789ab';
  return [...randomBytes(20)]
    .map((byte, index) => `${index > 0 && index % 5 === 0 ? '-' : ''}${alphabet[byte & 31] ?? 'a'}`)
    .join('');
}
