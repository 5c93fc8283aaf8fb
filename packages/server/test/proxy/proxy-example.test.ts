import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Agent, request } from 'undici';
import { createClientRow, createOperatorRow } from '../../src/access/index.ts';
import { clientIdOf } from '../../src/platform/core.ts';
import { goodPassword, hashGoodPassword } from '../access/person.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { findProgram, type Proxy, proxyHost, startNginx } from './nginx-proxy.ts';

const nginx = findProgram('nginx');
const missing =
  nginx === undefined || findProgram('openssl') === undefined ? 'nginx and openssl are not installed' : false;

describe('nginx with the example of the hardening guide', { skip: missing }, () => {
  const publicUrl = `https://${proxyHost}`;
  let service: TestService;
  let proxy: Proxy;
  // the certificate is self-signed
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, servername: proxyHost } });
  const ask = (path: string, options: Parameters<typeof request>[1] = {}) =>
    request(`https://127.0.0.1:${proxy.httpsPort}${path}`, {
      dispatcher,
      ...options,
      headers: { host: proxyHost, ...(options?.headers as Record<string, string> | undefined) }, // the callers below pass an object
    });

  before(async () => {
    service = await startTestService({ baseUrl: publicUrl, trustedProxies: ['127.0.0.1'] });
    proxy = await startNginx(nginx ?? '', service.port);
    const person = { personId: 'ada', accountId: 'ada', email: 'ada@example.com', name: 'Ada' };
    await createOperatorRow(service.database, { ...person, passwordHash: await hashGoodPassword() });
    await createClientRow(service.database, { clientId: clientIdOf('acme'), name: 'Acme' });
  });
  after(async () => {
    await dispatcher.close();
    await proxy[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  test('signs people in with a secure cookie, and keeps the address that a caller makes up out of the records', async () => {
    const answer = await ask('/console/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: 'ada@example.com', password: goodPassword }),
    });
    assert.equal(answer.statusCode, 200, await answer.body.text());
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    assert.ok(
      cookies.some((cookie) => cookie.startsWith('__Secure-pimento.session_token=') && cookie.includes('Secure')),
    );
    const { rows } = await sql<{ address: string }>`
      select person_session.ip_address as address from person_session`.execute(service.database);
    assert.deepEqual(rows, [{ address: '127.0.0.1' }]);
  });

  test('streams an import of 20 MB, and hides the metrics', async () => {
    const { secret } = await service.key('acme');
    const lines = Array.from(
      { length: 10_000 },
      (_value, index) => `{"__ID":"p${index}","text":"${'x'.repeat(2_000)}"}\n`,
    );
    const answer = await ask('/api/import/v1/feeds/master', {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
      body: lines.join(''),
    });
    const report = (await answer.body.json()) as { created: number }; // the response is the report of an import
    assert.deepEqual([answer.statusCode, report.created], [200, 10_000]);
    const metrics = await ask('/metrics');
    await metrics.body.dump();
    assert.equal(metrics.statusCode, 404);
    const health = await ask('/healthz');
    await health.body.dump();
    assert.equal(health.headers['strict-transport-security'], 'max-age=31536000');
  });

  test('sends callers without TLS to HTTPS', async () => {
    const answer = await request(`http://127.0.0.1:${proxy.httpPort}/products`, { headers: { host: proxyHost } });
    await answer.body.dump();
    assert.deepEqual([answer.statusCode, answer.headers.location], [301, `${publicUrl}/products`]);
  });
});
