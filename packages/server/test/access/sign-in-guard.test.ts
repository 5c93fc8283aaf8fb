import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOperatorRow, hashPassword } from '../../src/access/index.ts';
import { judgeAttempt } from '../../src/access/sign-in/sign-in-attempt-rules.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { createPerson } from './person.ts';

let service: TestService;
const right = 'correct horse';

before(async () => {
  service = await startTestService({ trustedProxies: ['127.0.0.1'] });
  const passwordHash = await hashPassword(right);
  for (const name of ['ann', 'bob', 'eve', 'tom'])
    await createOperatorRow(service.database, {
      personId: name,
      accountId: `a-${name}`,
      email: `${name}@example.com`,
      name,
      passwordHash,
    });
});
after(() => service[Symbol.asyncDispose]());

/** Tries to sign in. Sends the IP address in the header that a proxy sets. */
function attempt(email: string, password: string, address: string, cookie = ''): Promise<Response> {
  return fetch(`${service.baseUrl}/console/session`, {
    method: 'POST',
    headers: {
      origin: service.baseUrl,
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie === '' ? {} : { cookie }),
    },
    body: JSON.stringify({ email, password }),
  });
}

const statusesOf = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);

describe('Guessing passwords', () => {
  test('of many guesses at once, no more are tried than of as many one after the other', async () => {
    const statuses = await statusesOf(
      Array.from({ length: 30 }, () => attempt('ann@example.com', 'wrong', '192.0.2.1')),
    );
    const tried = statuses.filter((status) => status === 401).length;
    assert.ok(tried >= 1 && tried <= 10, String(tried));
    assert.equal(statuses.filter((status) => status === 429).length, 30 - tried);
  });

  test('failures for an e-mail address do not lock out its owner at another address', async () => {
    for (let tries = 0; tries < 11; tries += 1) await (await attempt('bob@example.com', 'wrong', '192.0.2.2')).text();
    assert.equal((await attempt('bob@example.com', right, '192.0.2.2')).status, 429);
    assert.equal((await attempt('bob@example.com', right, '192.0.2.3')).status, 200);
  });

  test('addresses of one IPv6 network share a count', async () => {
    const addresses = Array.from({ length: 11 }, (_, index) => `2001:db8:0:7::${index}`);
    for (const address of addresses) await (await attempt('unknown@example.com', 'wrong', address)).text();
    assert.equal((await attempt('unknown@example.com', 'wrong', '2001:db8:0:7:ffff::1')).status, 429);
    assert.equal((await attempt('unknown@example.com', 'wrong', '2001:db8:0:8::1')).status, 401);
  });

  test('a device that signed in before has a count of its own, even at the address of the attacker', async () => {
    const first = await attempt('eve@example.com', right, '192.0.2.4');
    const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith('pimento.device='));
    assert.match(device ?? '', /HttpOnly; SameSite=Lax/);
    const [cookie = ''] = (device ?? '').split(';');
    for (let tries = 0; tries < 11; tries += 1) await (await attempt('eve@example.com', 'wrong', '192.0.2.4')).text();
    assert.equal((await attempt('eve@example.com', right, '192.0.2.4')).status, 429);
    assert.equal((await attempt('eve@example.com', right, '192.0.2.4', cookie)).status, 200);
    assert.equal((await attempt('eve@example.com', right, '192.0.2.4', cookie.replace('=', '=0'))).status, 429);
  });

  test('five wrong present passwords end the session', async () => {
    const person = await createPerson(service.baseUrl, 'tom@example.com', right);
    const change = (currentPassword: string) =>
      person.call('POST', '/console/session/password', undefined, { currentPassword, newPassword: 'battery staple' });
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await change('wrong')).status, 401);
    assert.equal((await person.call('GET', '/console/session')).status, 401);
    const again = await createPerson(service.baseUrl, 'tom@example.com', right);
    assert.equal((await again.call('GET', '/console/session')).status, 200);
  });

  test('a client that does not exist is answered with 404 to operators as well', async () => {
    const person = await createPerson(service.baseUrl, 'ann@example.com', right).catch(() => undefined);
    const operator = person ?? (await createPerson(service.baseUrl, 'bob@example.com', right));
    for (const [method, path, body] of [
      ['GET', '/api/products/v1/products', undefined],
      ['PUT', '/api/datastandards/v1/datastandards/attributes', []],
    ] as const) {
      const answer = await operator.call(method, path, 'nowhere', body);
      assert.deepEqual([answer.status, answer.body.code], [404, 'unknown-client']);
    }
  });
});

describe('The verdict over an attempt', () => {
  const counts = { pair: 1, email: 1, address: 1, device: undefined };
  const allowed = (delayMs: number, by = 'pair') => ({ kind: 'allowed', by, delayMs });

  test('refuses the eleventh for one e-mail address from one address', () => {
    assert.deepEqual(judgeAttempt({ ...counts, pair: 10 }), allowed(0));
    assert.deepEqual(judgeAttempt({ ...counts, pair: 11 }), { kind: 'refused' });
  });

  test('slows down after many failures from several addresses or for several people, up to eight seconds', () => {
    assert.deepEqual(judgeAttempt({ ...counts, email: 20, address: 50 }), allowed(0));
    assert.deepEqual(judgeAttempt({ ...counts, email: 21 }), allowed(500));
    assert.deepEqual(judgeAttempt({ ...counts, address: 53 }), allowed(2_000));
    assert.deepEqual(judgeAttempt({ ...counts, email: 1_000_000 }), allowed(8_000));
  });

  test('counts a known device by itself, until it fails too often as well', () => {
    assert.deepEqual(judgeAttempt({ pair: 99, email: 99, address: 99, device: 10 }), allowed(0, 'device'));
    assert.deepEqual(judgeAttempt({ pair: 99, email: 99, address: 99, device: 11 }), { kind: 'refused' });
  });
});
