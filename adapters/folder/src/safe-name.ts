import { createHash } from 'node:crypto';

/** Encodes text as the name of a file inside the folder. Different texts get different names, which may differ only in letter case. */
export function safeName(text: string): string {
  const encoded = [...Buffer.from(text, 'utf8')].map((byte) => {
    const sign = String.fromCharCode(byte);
    return /[A-Za-z0-9._ -]/.test(sign) ? sign : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  });
  // Encodes a leading dot or space (because of ".", ".." and hidden files) and a trailing dot or space, which some systems remove.
  const name = encoded.join('').replace(/^[. ]/, hex).replace(/[. ]$/, hex);
  if (name === '') return '%';
  return name.length <= 150 ? name : `${name.slice(0, 110)}%~${fingerprint(text)}`;
}

const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
