import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Agent, request } from 'undici';
import { createClientRow, createOperatorRow } from '../../src/access/index.ts';
import { clientIdOf } from '../../src/platform/core.ts';
import { goodPassword, hashGoodPassword } from '../access/person.ts';
import { startTestService, type TestService } from '../test-service.ts';
import { startCaddy } from './caddy-proxy.ts';
import { findProgram, type Proxy, proxyHost } from './example-proxy.ts';
import { startNginx } from './nginx-proxy.ts';

const publicUrl = `https://${proxyHost}`;
let service: TestService;
before(async () => {
  service = await startTestService({ baseUrl: publicUrl, trustedProxies: ['127.0.0.1'] });
  const person = { personId: 'ada', accountId: 'ada', email: 'ada@example.com', name: 'Ada' };
  await createOperatorRow(service.database, { ...person, passwordHash: await hashGoodPassword() });
  await createClientRow(service.database, { clientId: clientIdOf('acme'), name: 'Acme' });
});
after(() => service[Symbol.asyncDispose]());

type Options = Parameters<typeof request>[1];

/** Creates a function that sends requests through a proxy, whose certificate must be valid. */
function callerOf(
  proxy: Proxy,
): AsyncDisposable & { ask: (path: string, options?: Options) => ReturnType<typeof request> } {
  const dispatcher = new Agent({ connect: { ca: proxy.authority, servername: proxyHost } });
  return {
    ask: (path, options = {}) =>
      request(`https://127.0.0.1:${proxy.httpsPort}${path}`, {
        dispatcher,
        ...options,
        headers: { host: proxyHost, ...(options?.headers as Record<string, string> | undefined) }, // the callers below pass an object
      }),
    [Symbol.asyncDispose]: () => dispatcher.close(),
  };
}

/** The first product of an import, then its rest after the service has begun to import. */
async function* slowBody(hasBegun: () => Promise<boolean>): AsyncGenerator<string> {
  yield '{"__ID":"slow-1"}\n'.padEnd(200_000, ' ');
  while (!(await hasBegun())) await sleep(50);
  yield '{"__ID":"slow-2"}\n';
}

const lines = Array.from({ length: 10_000 }, (_, index) => `{"__ID":"p${index}","text":"${'x'.repeat(2_000)}"}\n`).join(
  '',
);

/** Declares the tests for one of the proxies. */
function describeProxy(title: string, missing: string | false, start: () => Promise<Proxy>): void {
  describe(title, { skip: missing }, () => {
    let proxy: Proxy;
    let caller: ReturnType<typeof callerOf>;
    before(async () => {
      proxy = await start();
      caller = callerOf(proxy);
    });
    after(async () => {
      await caller[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    });

    test('signs people in with a secure cookie, and keeps the address that a caller makes up out of the records', async () => {
      const answer = await caller.ask('/console/session', {
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
        select distinct person_session.ip_address as address from person_session`.execute(service.database);
      assert.deepEqual(rows, [{ address: '127.0.0.1' }]);
    });

    test('passes on an import of 20 MB, and hides the metrics', async () => {
      const { secret } = await service.key('acme');
      const answer = await caller.ask('/api/import/v1/feeds/master', {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
        body: lines,
      });
      const report = (await answer.body.json()) as { handled: number }; // the response is the report of an import
      assert.deepEqual([answer.statusCode, report.handled], [200, 10_000]);
      const metrics = await caller.ask('/metrics');
      await metrics.body.dump();
      assert.equal(metrics.statusCode, 404);
      const health = await caller.ask('/healthz');
      await health.body.dump();
      assert.equal(health.headers['strict-transport-security'], 'max-age=31536000');
    });

    test('streams a body: the import begins before the end was sent', async () => {
      const { secret } = await service.key('acme');
      const hasBegun = async () => {
        const { rows } = await sql`
          select
          from import_job
          where import_job.status = 'Importing'`.execute(service.database);
        return rows.length > 0;
      };
      const answer = await caller.ask('/api/import/v1/feeds/master', {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
        body: Readable.from(slowBody(hasBegun), { objectMode: false }),
      });
      const report = (await answer.body.json()) as { handled: number }; // the response is the report of an import
      assert.deepEqual([answer.statusCode, report.handled], [200, 2]);
    });

    test('sends callers without TLS to HTTPS', async () => {
      const answer = await request(`http://127.0.0.1:${proxy.httpPort}/products`, { headers: { host: proxyHost } });
      await answer.body.dump();
      assert.ok([301, 308].includes(answer.statusCode), String(answer.statusCode));
      const { protocol, hostname, pathname } = new URL(String(answer.headers.location));
      assert.deepEqual([protocol, hostname, pathname], ['https:', proxyHost, '/products']);
    });
  });
}

const nginx = findProgram('nginx');
const caddy = findProgram('caddy');
const hasNginx = nginx !== undefined && findProgram('openssl') !== undefined;
const noNginx = hasNginx ? false : 'nginx and openssl are not installed';
const noCaddy = caddy === undefined ? 'Caddy is not installed' : false;
describeProxy('nginx with the example of the hardening guide', noNginx, () => startNginx(nginx ?? '', service.port));
describeProxy('Caddy with the example of the hardening guide', noCaddy, () =>
  startCaddy(caddy ?? '', 'guide', service.port),
);
describeProxy('Caddy with the file of the containers', noCaddy, () =>
  startCaddy(caddy ?? '', 'containers', service.port),
);
