import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Seals and signs texts with a key that is not stored in the database. */
export interface SecretBox {
  /** Identifies the key without revealing it. Every sealed text contains this id. */
  readonly keyId: string;
  /** Encrypts a text. @param context the owner of the secret; a text sealed for one context cannot be opened for another */
  seal(text: string, context: string): string;
  /** Decrypts a text. @returns undefined if it was sealed with an unknown key or for another context, or was tampered with */
  open(sealed: string, context: string): string | undefined;
  /** Returns a signature in base64url that only this key can create. @param purpose a signature is valid for one purpose only */
  sign(text: string, purpose: string): string;
  isSigned(text: string, purpose: string, signature: string): boolean;
  /**
   * Returns true like `isSigned`, but also for a signature that was created with a former key. Use this only for signatures that are
   * verified long after they were created.
   */
  wasSigned(text: string, purpose: string, signature: string): boolean;
}

export const secretKeyBytes = 32;

const keyIdOf = (key: Buffer) =>
  createHash('sha256').update('pimento secret key\0').update(key).digest('hex').slice(0, 16);

/**
 * Creates an HMAC-SHA-256 function that uses a separate derived key for each purpose. Derived keys reveal nothing about the encryption key.
 */
function createMac(key: Buffer): (text: string, purpose: string) => Buffer {
  // Derived keys are cached, because a page of products needs up to 1,000 signed URLs, and deriving a key takes as long as signing.
  const derived = new Map<string, KeyObject>();
  return (text, purpose) => {
    const known = derived.get(purpose);
    const signing =
      known ?? createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `pimento signature\0${purpose}`, 32)));
    if (!known) derived.set(purpose, signing);
    return createHmac('sha256', signing).update(text).digest();
  };
}

function isEqual(signature: string, right: Buffer): boolean {
  const given = Buffer.from(signature, 'base64url');
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Creates a secret box with AES-256-GCM. A sealed text is `v1.<keyId>.<96-bit nonce>.<tag and ciphertext>`, in base64url.
 * @param key 32 bytes
 * @param former earlier keys; `wasSigned` accepts their signatures, but they neither open nor sign anything
 */
export function createSecretBox(key: Buffer, former: readonly Buffer[] = []): SecretBox {
  const keyId = keyIdOf(key);
  const macOf = createMac(key);
  const formerMacs = former.map(createMac);
  return {
    keyId,
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${nonce.toString('base64url')}.${Buffer.concat([cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, sealedWith, nonce, body] = sealed.split('.');
      if (version !== 'v1' || sealedWith !== keyId || nonce === undefined || body === undefined) return undefined;
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(0, 16));
        return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    sign: (text, purpose) => macOf(text, purpose).toString('base64url'),
    isSigned: (text, purpose, signature) => isEqual(signature, macOf(text, purpose)),
    wasSigned: (text, purpose, signature) =>
      [macOf, ...formerMacs].some((mac) => isEqual(signature, mac(text, purpose))),
  };
}
