import assert from 'node:assert/strict';
import { hashPassword } from '../../src/access/index.ts';

export interface PersonAnswer {
  status: number;
  text: string;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

/** A signed-in person, with the session cookie that a browser would send. */
export interface Person {
  cookie: string;
  setCookie: string;
  call(method: string, path: string, clientId?: string, body?: unknown): Promise<PersonAnswer>;
}

/** Signs in an existing person with a password. */
export async function createPerson(baseUrl: string, email: string, password: string): Promise<Person> {
  const signedIn = await fetch(`${baseUrl}/console/session`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(signedIn.status, 200, await signedIn.text());
  const [setCookie = ''] = signedIn.headers.getSetCookie();
  const cookie = setCookie.split(';', 1)[0] ?? '';
  return {
    cookie,
    setCookie,
    async call(method, path, clientId, body) {
      const answer = await fetch(baseUrl + path, {
        method,
        headers: {
          cookie,
          origin: baseUrl,
          ...(clientId === undefined ? {} : { 'pimento-client': clientId }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    },
  };
}

/** Sends a JSON body without a session, like the page that an e-mailed link opens. */
export async function post(baseUrl: string, path: string, body: unknown): Promise<PersonAnswer> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Returns the secret in a link, which is the part after the `#`. */
export const secretOf = (link: string): string => link.slice(link.indexOf('#') + 1);

/** A password that is not easy to guess. */
export const goodPassword = 'velvet-otter-canyon-42';

let hashOfGoodPassword: Promise<string> | undefined;
/** Returns a hash of `goodPassword`. It is computed once per process, because hashing takes 70 ms of processor time. */
export const hashGoodPassword = (): Promise<string> => (hashOfGoodPassword ??= hashPassword(goodPassword));

/** Invites a person to a client, accepts with a new password, and signs in. */
export async function inviteAndAccept(
  baseUrl: string,
  owner: Person,
  clientId: string,
  member: { email: string; name: string; role: string },
): Promise<Person> {
  const invited = await owner.call('POST', '/console/invitations', clientId, member);
  assert.equal(invited.status, 201, invited.text);
  const secret = secretOf(invited.body.link);
  const accepted = await post(baseUrl, '/console/invitation/accept', {
    secret,
    name: member.name,
    password: goodPassword,
  });
  assert.equal(accepted.status, 200, accepted.text);
  return createPerson(baseUrl, member.email, goodPassword);
}
