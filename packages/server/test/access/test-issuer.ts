import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import Provider, { type Configuration } from 'oidc-provider';

export type Claims = Record<string, unknown>;
/** The parts of a token that the provider has issued, and a function that signs different parts with the provider's key. */
export interface MadeToken {
  header: Record<string, unknown>;
  claims: Claims;
  sign: (claims: Claims, header?: Record<string, unknown>) => string;
}

/** A real OpenID Connect provider on this machine. */
export interface TestIssuer extends AsyncDisposable {
  issuer: string;
  clientId: string;
  secret: string;
  people: Map<string, Claims>;
  /** If set, replaces every ID token that the provider sends. */
  replaceToken: ((token: MadeToken) => string) | undefined;
  /** Follows the redirects of a sign-in, as a person's browser does. Returns the first address that is not at the provider. */
  follow(address: string, subject: string): Promise<URL>;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims; // a part of a token is an object

/**
 * Follows the redirects of the provider with its cookies, as the person with the given subject.
 * @returns the first address that is not at the provider
 * @throws Error if the provider does not redirect
 */
async function follow(issuer: string, address: string, subject: string): Promise<URL> {
  let next = new URL(address);
  const jar = new Map<string, string>();
  for (let hops = 0; hops < 10 && next.origin === issuer; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-subject': subject };
    const answer = await fetch(next, { headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
  }
  return next;
}

/**
 * Starts a real OpenID Connect provider on this machine.
 * @param redirectUri the only address to which the provider redirects browsers after a sign-in
 */
export async function startTestIssuer(redirectUri: string, configuration: Configuration = {}): Promise<TestIssuer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening server has a port
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' };
  const people = new Map<string, Claims>();
  const client = { clientId: 'pimento', secret: 'a secret of thirty-two characters' };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
    loadExistingGrant: async (context) => {
      const { session, client: asking } = context.oidc;
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: asking?.clientId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...configuration,
  });
  const signed = (claims: Claims, header: Claims) => {
    const text = `${encode(header)}.${encode(claims)}`;
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  };
  const world: TestIssuer = {
    ...client,
    issuer,
    people,
    replaceToken: undefined,
    follow: (address, subject) => follow(issuer, address, subject),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined; // only responses with tokens have this property
    if (context.path !== '/token' || body?.id_token === undefined || !world.replaceToken) return;
    const [header, claims] = body.id_token.split('.').slice(0, 2).map(decode);
    if (!header || !claims) return;
    const sign = (changed: Claims, other: Claims = header) => signed(changed, other);
    context.body = { ...body, id_token: world.replaceToken({ header, claims, sign }) };
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      void answer(request, response);
      return;
    }
    const accountId = String(request.headers['x-subject'] ?? [...people.keys()][0] ?? '');
    void provider.interactionFinished(request, response, { login: { accountId } });
  });
  return world;
}
