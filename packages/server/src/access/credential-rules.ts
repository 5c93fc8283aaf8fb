/** A credential from an Authorization header or from the form of a token request. It is a secret alone, or a key id with its secret. */
export type Credential = { kind: 'secret'; secret: string } | { kind: 'pair'; keyId: string; secret: string };

const basic = 'Basic realm="pimento", charset="UTF-8"';
const bearer = 'Bearer realm="pimento"';

/**
 * Returns the `www-authenticate` headers of a 401 response, with one line per scheme, because some clients (java.net.http) read only the
 * first scheme of a line. Basic comes first, because clients that read only the first line have built-in support for Basic. The scripts of
 * the console get only Bearer, because the browser would answer Basic with its password dialog, and the script would wait for it.
 */
export function challengesFor(headers: Record<string, string | string[] | undefined>): string[] {
  // browsers omit sec-fetch-mode on plain HTTP, where the console still sends pimento-client
  const isConsole =
    headers['authorization'] === undefined &&
    (headers['pimento-client'] !== undefined || (headers['sec-fetch-mode'] ?? 'navigate') !== 'navigate');
  return isConsole ? [bearer] : [basic, bearer];
}

/** Query parameters, in lower case, in which callers send credentials by mistake. Such requests are rejected because proxies log URLs. */
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

/** Returns the name of the first query parameter whose name suggests a credential. @returns undefined if there is none */
export function findCredentialParameter(query: Record<string, unknown>): string | undefined {
  return Object.keys(query).find((name) => credentialParameters.has(name.toLowerCase()));
}

function parseBasic(encoded: string): Credential | undefined {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return undefined;
  return { kind: 'pair', keyId: text.slice(0, colon).trim(), secret: text.slice(colon + 1).trim() };
}

/**
 * Parses an Authorization header. Ignores the case of the scheme and surrounding whitespace. A value without a scheme is a secret.
 * @returns undefined if the header has no usable credential
 */
export function parseAuthorization(header: string | undefined): Credential | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() === 'basic') return parseBasic(rest.trim());
  if (scheme.toLowerCase() === 'bearer') return { kind: 'secret', secret: rest.trim() };
  return scheme === '' ? { kind: 'secret', secret: value } : undefined;
}
