import { createHash } from 'node:crypto';

/**
 * Encodes text as a file name that cannot leave its folder. The name has only letters, digits and the characters `-_.~%`. Different texts
 * get different names.
 */
export function safeName(text: string): string {
  const name = encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*~]/g, encodeSign)
    .replaceAll(/^\.|\.$/g, encodeSign);
  if (name === '') return '%';
  return name.length <= 120 ? name : `${name.slice(0, 80).replace(/%.?$/, '')}~${fingerprint(text)}`;
}

const encodeSign = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
