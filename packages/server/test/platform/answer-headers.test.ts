import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { pino } from 'pino';
import { createKey } from '../../src/access/index.ts';
import { readMetricsPlace, startMetricsServer } from '../../src/platform/http/metrics-server.ts';
import { createMetrics, systemClock } from '../../src/platform/index.ts';
import { startTestService } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());
const caller = await service.client('acme');

describe('Headers of answers', () => {
  test('what was read with a credential is kept by no cache, whatever its address ends with', async () => {
    await caller.importProducts([{ __ID: 'x.css' }]);
    const answer = await caller.call('GET', '/api/products/v1/products/x.css');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('vary'), 'authorization, cookie, pimento-client');
  });

  test('an answer that is no page loads nothing and is shown in no frame', async () => {
    const { headers } = await caller.call('GET', '/api/products/v1/products');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
  });

  test('browsers are told to use HTTPS only where the service is reached over HTTPS, and failed sign-ins are logged with their address', async () => {
    assert.equal((await fetch(`${service.baseUrl}/healthz`)).headers.get('strict-transport-security'), null);
    const { promise: logged, resolve } = Promise.withResolvers<string>();
    const log = pino({}, { write: (line) => (line.includes('guesser') ? resolve(line) : undefined) });
    await using secure = await startTestService({ baseUrl: 'https://pim.example', log });
    const { headers } = await fetch(`${secure.baseUrl}/healthz`);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');

    // a tool that blocks addresses finds everything that it needs in the log
    await fetch(`${secure.baseUrl}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'guesser/1', origin: 'https://pim.example' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'wrong' }),
    });
    const { path, status, address, userAgent } = JSON.parse(await logged);
    assert.deepEqual([path, status, address, userAgent], ['/console/session', 401, '127.0.0.1', 'guesser/1']);
  });

  test('an address that leads out of a folder of files is answered with 404', async () => {
    const socket = net.connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end('GET /docs/viewer/../../package.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1.1 404 /);
  });
});

describe('Metrics', () => {
  test('are for operators, and are not found if they are turned off', async () => {
    await using off = await startTestService({ metrics: { kind: 'off' } });
    for (const [one, status] of [
      [service, 200],
      [off, 404],
    ] as const) {
      const deps = { database: one.database, clock: systemClock, adapterExists: () => Promise.resolve(false) };
      const { secret } = await createKey(deps, one.database, { kind: 'operator', name: 'monitoring' });
      const headers = { authorization: `Bearer ${secret}` };
      assert.equal((await fetch(`${one.baseUrl}/metrics`, { headers })).status, status);
    }
    assert.equal((await fetch(`${service.baseUrl}/metrics`)).status, 401);
  });

  test('have a port of their own where one is set', async () => {
    await using server = await startMetricsServer(createMetrics(), { host: '127.0.0.1', port: 0 });
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    assert.match(await answer.text(), /pimento_process_cpu/);
    assert.equal((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status, 404);
  });

  test('are set to off, token or an address', () => {
    assert.deepEqual(readMetricsPlace('off'), { kind: 'off' });
    assert.deepEqual(readMetricsPlace('[::1]:9090'), { kind: 'address', host: '::1', port: 9090 });
    for (const text of ['', 'on', '9090', 'x:99999']) assert.equal(readMetricsPlace(text), undefined, text);
  });
});
