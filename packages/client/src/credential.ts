/** The secret of a key, a token, or a key id with its secret. */
export type Credential = string | { keyId: string; secret: string };

/** Returns the value of the Authorization header. */
export function authorizationOf(credential: Credential): string {
  if (typeof credential === 'string') return `Bearer ${credential}`;
  const bytes = new TextEncoder().encode(`${credential.keyId}:${credential.secret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
