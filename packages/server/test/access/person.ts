import assert from 'node:assert/strict';

export interface PersonAnswer {
  status: number;
  text: string;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- what a test reads, it also asserts
}

/** A person who is signed in, with the session cookie that a browser would send. */
export interface Person {
  cookie: string;
  setCookie: string;
  call(method: string, path: string, clientId?: string, body?: unknown): Promise<PersonAnswer>;
}

/** Signs in with a password and returns the session cookie. */
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
