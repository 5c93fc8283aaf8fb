import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { codeOf } from '../access/authenticator.ts';
import { goodPassword } from '../access/person.ts';
import type { Credential, PersonIdentity } from './credentials.ts';
import { personIdOf, type PersonName } from './people.ts';
import { emailOf } from './secret-words.ts';
import type { VictimWorld } from './victim-world.ts';

const cookieName = 'pimento.session_token';

/** Returns the cookie of a person who has entered the password but not yet the code of the second factor. */
async function halfSignedIn({ people, gateway }: VictimWorld): Promise<string> {
  const { coded } = people;
  const { baseUrl } = gateway.service;
  const path = '/console/session/second-factor';
  const { uri } = (await coded.call('POST', path, undefined, { password: goodPassword })).body;
  const code = codeOf(new URL(uri).searchParams.get('secret') ?? '');
  assert.equal((await coded.call('POST', `${path}/confirm`, undefined, { code })).status, 204);
  const answer = await fetch(`${baseUrl}/console/session`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf('coded'), password: goodPassword }),
  });
  assert.equal(answer.status, 202);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .join('; ');
}

/** Returns a cookie that an attacker could make from a copy of the database. */
async function cookieOfDatabase({ gateway }: VictimWorld): Promise<string> {
  const { rows } = await sql<{ token: string; secret: string | null }>`
    select person_session.token, installation.session_secret as secret
    from person_session cross join installation
    where person_session.person_id = ${personIdOf('owner')}`.execute(gateway.service.database);
  const { token = '', secret } = rows[0] ?? {};
  const signature = createHmac('sha256', secret ?? '')
    .update(token)
    .digest('base64');
  return `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Cookies that no operation may accept. */
export async function invalidCookies(world: VictimWorld): Promise<Credential[]> {
  const { people } = world;
  const { baseUrl } = world.gateway.service;
  const [token = '', signature = ''] = decodeURIComponent(people.tampered.cookie.slice(cookieName.length + 1)).split(
    '.',
  );
  const other = decodeURIComponent(people['evil-owner'].cookie.slice(cookieName.length + 1)).split('.');
  const made = (value: string) => `${cookieName}=${encodeURIComponent(value)}`;
  const bent = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
  const cookies: Record<string, string> = {
    'a cookie with another signature': made(`${token}.${bent(signature)}`),
    'a cookie made of the database': await cookieOfDatabase(world),
    'a cookie that was signed out': people['signed-out'].cookie,
    'an outdated cookie': people.outdated.cookie,
    'the cookie of an idle session': people.idle.cookie,
    'the cookie of a disabled person': people.disabled.cookie,
    'a cookie without the code of the second factor': await halfSignedIn(world),
  };
  const variants: typeof cookies = {
    'a made-up cookie': made(`${'a'.repeat(32)}.${'b'.repeat(43)}=`),
    'a cookie with another token': made(`${bent(token)}.${signature}`),
    'a cookie without a signature': made(token),
    'a cookie with a foreign signature': made(`${token}.${other[1] ?? ''}`),
  };
  return Object.entries({ ...cookies, ...variants }).map(([name, cookie]) => ({
    name,
    isVariant: name in variants,
    headers: [
      ['cookie', cookie],
      ['origin', baseUrl],
      ['pimento-client', 'acme'],
    ],
  }));
}

type Describe = (
  name: string,
  who: PersonName,
  identity: Omit<PersonIdentity, 'kind'>,
  ...headers: Credential['headers']
) => Credential;

/** Returns a function that describes requests with the cookie of a person. */
const describer =
  ({ people }: VictimWorld): Describe =>
  (name, who, identity, ...headers) => ({
    name,
    headers: [['cookie', people[who].cookie], ...headers],
    identity: { kind: 'person', ...identity },
  });

const naming = (...clients: string[]) => clients.map((client): [string, string] => ['pimento-client', client]);

/** Sessions of the people of `acme`, and of an operator. */
function ownSessions(world: VictimWorld): Credential[] {
  const person = describer(world);
  const page: [string, string] = ['origin', world.gateway.service.baseUrl];
  const acme = { home: 'acme', names: 'acme' } as const;
  const owner = { ...acme, role: 'owner' } as const;
  const operator = { home: 'operators', isOperator: true } as const;
  const named: Credential['headers'] = [page, ...naming('acme')];
  return [
    person('an owner', 'owner', owner, ...named),
    person('an owner on a page of this site', 'owner', owner, ['sec-fetch-site', 'same-origin'], ...naming('acme')),
    person('an editor', 'editor', { ...acme, role: 'editor' }, ...named),
    person('a viewer', 'viewer', { ...acme, role: 'viewer' }, ...named),
    person('an owner who names no client', 'owner', { home: 'acme' }, page),
    person('an owner with a first password', 'beginner', { ...owner, mustChangePassword: true }, ...named),
    person('a spare owner', 'spare', owner, ...named),
    person('an operator for the client', 'operator', { ...operator, names: 'acme' }, ...named),
    person('an operator who names no client', 'operator', operator, page),
    person(
      'an operator who names an unknown client',
      'operator',
      { ...operator, names: 'unknown' },
      page,
      ...naming('nowhere'),
    ),
  ];
}

/** Sessions of people who do not belong to `acme`. */
function strangerSessions(world: VictimWorld): Credential[] {
  const person = describer(world);
  const page: [string, string] = ['origin', world.gateway.service.baseUrl];
  const evil = { home: 'evil' } as const;
  const unknown = { ...evil, names: 'unknown' } as const;
  const named = { ...evil, names: 'acme' } as const;
  return [
    ...(['owner', 'editor', 'viewer'] as const).flatMap((role) => [
      person(`a foreign ${role}`, `evil-${role}`, { ...evil, names: 'evil', role }, page, ...naming('evil')),
      person(`a foreign ${role} who names the client`, `evil-${role}`, named, page, ...naming('acme')),
    ]),
    person('a foreign owner who names no client', 'evil-owner', evil, page),
    person('a foreign owner who names both clients', 'evil-owner', unknown, page, ...naming('evil', 'acme')),
    person('a foreign owner who names the client in upper case', 'evil-owner', unknown, page, ...naming('ACME')),
    person('a removed member', 'removed', named, page, ...naming('acme')),
  ];
}

/** The cookie of an owner of `acme`, sent as a browser sends it from a page of a different site. */
function sessionsOfOtherSites(world: VictimWorld): Credential[] {
  const { baseUrl } = world.gateway.service;
  const page: [string, string] = ['origin', baseUrl];
  const person = describer(world);
  const identity = { home: 'acme', names: 'acme', role: 'owner', isFromOtherSite: true } as const;
  const from = (name: string, ...headers: Credential['headers']) =>
    person(name, 'owner', identity, ...naming('acme'), ...headers);
  return [
    from('the cookie without an origin'),
    from('the cookie from a foreign origin', ['origin', 'https://evil.example']),
    from('the cookie from a null origin', ['origin', 'null']),
    from('the cookie from an origin that begins like this one', ['origin', `${baseUrl}.evil.example`]),
    from('the cookie from another site', page, ['sec-fetch-site', 'cross-site']),
    from('the cookie from the same site', page, ['sec-fetch-site', 'same-site']),
    from('the cookie from no site', page, ['sec-fetch-site', 'none']),
  ];
}

/** Valid sessions of the victim's people and of strangers, used by pages of this site and of other sites. */
export const validCookies = (world: VictimWorld): Credential[] => [
  ...ownSessions(world),
  ...strangerSessions(world),
  ...sessionsOfOtherSites(world),
];
