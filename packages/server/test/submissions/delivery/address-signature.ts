import { createHash, createHmac } from 'node:crypto';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns true if a presigned address has the signature of a GET request to exactly this address (AWS Signature Version 4). The S3 server
 * of the tests cannot check this, because it accepts any signature.
 */
export function isSignedAddress(address: string, secretAccessKey: string): boolean {
  const { searchParams, pathname, host } = new URL(address);
  const part = (name: string) => searchParams.get(`X-Amz-${name}`) ?? '';
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const request = ['GET', pathname, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const [, ...scope] = part('Credential').split('/');
  const hash = createHash('sha256').update(request).digest('hex');
  const signed = ['AWS4-HMAC-SHA256', part('Date'), scope.join('/'), hash].join('\n');
  let key: string | Buffer = `AWS4${secretAccessKey}`;
  for (const step of scope) key = hmac(key, step);
  return hmac(key, signed).toString('hex') === part('Signature');
}
