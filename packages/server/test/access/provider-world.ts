import assert from 'node:assert/strict';
import type { Configuration } from 'oidc-provider';
import type { ServiceOptions } from '../../src/service-options.ts';
import { readAllowedRanges } from '../../src/platform/index.ts';
import { type PeopleWorld, startPeopleWorld } from './people-world.ts';
import type { PersonAnswer } from './person.ts';
import { startTestIssuer, type TestIssuer } from './test-issuer.ts';

/** The status, redirect and cookies of the response to the last request of a sign-in. */
export interface Landing {
  status: number;
  location: string | null;
  cookie: string;
}

export interface ProviderWorld extends PeopleWorld {
  issuer: TestIssuer;
  /** Returns the default settings of the provider `corp`, with the given changes. */
  settings(changes?: Record<string, unknown>): Record<string, unknown>;
  /** Replaces the settings of the provider `corp` with the default settings and the given changes. */
  change(changes?: Record<string, unknown>): Promise<PersonAnswer>;
  /** Begins a sign-in. Returns the address of the provider's page that a browser would open, and the cookie of the sign-in ticket. */
  begin(asked?: Record<string, unknown>): Promise<{ address: string; cookie: string }>;
  /** Opens the address to which the provider redirects the browser after a sign-in. */
  land(address: URL | string, cookie: string): Promise<Landing>;
  /** Signs in as the person with the given subject at the provider. */
  signIn(subject: string, asked?: Record<string, unknown>): Promise<Landing>;
  /** Returns the session that belongs to a cookie, or undefined if there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  sessionOf(cookie: string): Promise<any>;
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');

/** Starts a service with the identity provider `corp`, which signs in people of corp.example as editors of `good`. */
export async function startProviderWorld(
  options: Partial<ServiceOptions> = {},
  configuration: Configuration = {},
): Promise<ProviderWorld> {
  const people = await startPeopleWorld({ issuersAllowed: readAllowedRanges('127.0.0.0/8') ?? [], ...options });
  const { baseUrl, operator } = people;
  const issuer = await startTestIssuer(`${baseUrl}/console/session/provider/callback`, configuration);
  const settings: ProviderWorld['settings'] = (changes = {}) => ({
    name: 'Corp',
    issuer: issuer.issuer,
    oidcClientId: issuer.clientId,
    domains: ['corp.example'],
    groupsClaim: 'groups',
    clients: [{ clientId: 'good', defaultRole: 'editor', groups: [] }],
    ...changes,
  });
  const created = await operator.call('POST', '/console/identity-providers', undefined, {
    providerId: 'corp',
    ...settings(),
    secret: issuer.secret,
  });
  assert.equal(created.status, 201, created.text);
  const begin: ProviderWorld['begin'] = async (asked = { email: 'someone@corp.example' }) => {
    const answer = await fetch(`${baseUrl}/console/session/provider`, {
      method: 'POST',
      headers: { origin: baseUrl, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return { address: String(JSON.parse(text).address), cookie: cookiesOf(answer) };
  };
  const land: ProviderWorld['land'] = async (address, cookie) => {
    const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), cookie: cookiesOf(answer) };
  };
  return {
    ...people,
    issuer,
    settings,
    change: (changes) => operator.call('PUT', '/console/identity-providers/corp', undefined, settings(changes)),
    begin,
    land,
    async signIn(subject, asked) {
      const { address, cookie } = await begin(asked);
      return land(await issuer.follow(address, subject), cookie);
    },
    async sessionOf(cookie) {
      const answer = await fetch(`${baseUrl}/console/session`, { headers: { cookie } });
      return answer.status === 200 ? await answer.json() : undefined;
    },
    async [Symbol.asyncDispose]() {
      await people[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}
