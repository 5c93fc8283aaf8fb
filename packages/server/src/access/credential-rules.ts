/** What an Authorization header carries: a secret alone, or a key id with its secret. */
export type Credential = { kind: 'secret'; secret: string } | { kind: 'pair'; keyId: string; secret: string };

/** Challenge that goes with every 401. */
export const challenge = 'Bearer realm="pimento", Basic realm="pimento", charset="UTF-8"';

/** Query parameters in which people put credentials by mistake: they would end up in logs. */
const credentialParameters = new Set([
  'access_token',
  'api_key',
  'apikey',
  'api-key',
  'key',
  'secret',
  'token',
  'authorization',
  'client_secret',
  'password',
]);

/** The first query parameter that holds a credential; undefined where there is none. */
export function findCredentialParameter(query: Record<string, unknown>): string | undefined {
  return Object.keys(query).find((name) => credentialParameters.has(name.toLowerCase()));
}

function parseBasic(encoded: string): Credential | undefined {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  return { kind: 'pair', keyId: text.slice(0, colon).trim(), secret: text.slice(colon + 1).trim() };
}

/** Reads an Authorization header: scheme in any letter case, blanks around trimmed. Undefined where nothing usable is in it. */
export function parseAuthorization(header: string | undefined): Credential | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() === 'basic') return parseBasic(rest.trim());
  if (scheme.toLowerCase() === 'bearer') return { kind: 'secret', secret: rest.trim() };
  return scheme === '' ? { kind: 'secret', secret: value } : undefined;
}
