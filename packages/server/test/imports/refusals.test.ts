import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createTestDatabase } from '../test-database.ts';
import { startTestService } from '../test-service.ts';
import { assertCounts } from './import-answers.ts';
import { openWireImport } from './import-wire.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

test('Without a credential an import is refused with 401, with one for something else with 403.', async () => {
  const caller = await service.client('scopes');
  const body = '{"products":[{"__ID":"a"}]}';
  const headers = { 'content-type': 'application/json' };
  for (const authorization of ['', 'Bearer nonsense', 'Basic nonsense']) {
    const answer = await caller.call('POST', '/api/import/v1/feeds/master', {
      headers: { ...headers, authorization },
      body,
    });
    assert.deepEqual([answer.status, answer.headers.has('www-authenticate')], [401, true], authorization);
  }
  const reader = await service.key('scopes', ['products']);
  for (const [method, path] of [
    ['POST', 'feeds/master'],
    ['GET', 'jobs'],
    ['GET', 'jobs/x'],
  ] as const) {
    const answer = await reader.call(method, `/api/import/v1/${path}`, method === 'POST' ? { headers, body } : {});
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], path);
  }
  assert.equal(await caller.product('a'), undefined);
});

test('Clients with the same product ids never meet.', async () => {
  const [left, right] = [await service.client('left'), await service.client('right')];
  assertCounts(await left.importProducts([{ __ID: 'a', x: 'left' }]), [1, 0, 0, 0]);
  assertCounts(await right.importProducts([{ __ID: 'a', x: ['right'] }]), [1, 0, 0, 0]);
  assert.deepEqual([(await left.product('a')).x, (await right.product('a')).x], ['left', ['right']]);
});

test('If a rate is set, one request too many is answered with 429 and Retry-After, and other keys are not affected.', async () => {
  await using limited = await startTestService({ rateLimit: 3 });
  const caller = await limited.client('hasty');
  const patient = await limited.client('patient');
  for (let at = 0; at < 3; at++) assert.equal((await caller.importProducts([{ __ID: `a${at}` }])).status, 200);
  const answer = await caller.importProducts([{ __ID: 'one more' }]);
  assert.deepEqual([answer.status, answer.body.code], [429, 'too-many-requests']);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal((await patient.importProducts([{ __ID: 'a' }])).status, 200);
});

test('Where a rate is set, wrong keys have a count of their own, and health checks have none.', async () => {
  await using limited = await startTestService({ rateLimit: 3 });
  const caller = await limited.client('acme');
  const wrong = async () => {
    const headers = { authorization: 'Bearer pimento_client_wrong' };
    return (await fetch(`${limited.baseUrl}/api/products/v1/products`, { headers })).status;
  };
  assert.deepEqual([await wrong(), await wrong(), await wrong(), await wrong()], [401, 401, 401, 429]);
  assert.equal((await caller.call('GET', '/api/products/v1/products')).status, 200);
  for (let at = 0; at < 5; at++) assert.equal((await fetch(`${limited.baseUrl}/healthz`)).status, 200);
});

test('Connections beyond the limit are closed at once, and the others are answered.', async () => {
  await using limited = await startTestService({ maxConnections: 5 });
  const sockets = Array.from({ length: 8 }, () => connect(limited.port, '127.0.0.1').on('error', () => undefined));
  const open = new Set(sockets);
  await new Promise<void>((resolve) => {
    for (const socket of sockets)
      socket.resume().once('close', () => {
        open.delete(socket);
        if (open.size === 5) resolve();
      });
  });
  for (const socket of open) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer]; // a socket without an encoding
    assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
    socket.destroy();
  }
});

/** A proxy to the database that a test can close and open. */
interface Gate extends AsyncDisposable {
  connectionString: string;
  close(): Promise<void>;
  open(): Promise<void>;
}

async function openGate(connectionString: string): Promise<Gate> {
  const url = new URL(connectionString);
  const folder = url.searchParams.get('host');
  const target =
    folder === null
      ? { host: url.hostname, port: Number(url.port || 5432) }
      : { path: `${folder}/.s.PGSQL.${url.port || 5432}` };
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer((incoming) => {
      const outgoing = connect(target);
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => other.destroy());
        socket.pipe(other);
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port; // a listening server has a port
  };
  const port = await listen(0);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    connectionString: url.href,
    close,
    open: async () => void (await listen(port)),
    [Symbol.asyncDispose]: close,
  };
}

test('A database that goes away is answered with 503 and Retry-After, during an import and before; sending again completes it.', async () => {
  await using database = await createTestDatabase();
  await using gate = await openGate(database.connectionString);
  await using gated = await startTestService({ connectionString: gate.connectionString });
  const caller = await gated.client('gone');
  const text = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `{"__ID":"p${from + at}","x":"${'y'.repeat(200)}"}`).join(',');

  const wire = await openWireImport(gated.port, caller);
  await wire.write(`{"products":[${text(0, 6_000)}`);
  for (let handled = 0; handled === 0;) {
    const { body } = await caller.call('GET', '/api/import/v1/jobs?limit=1');
    handled = body.jobs[0]?.handled ?? 0;
  }
  await gate.close();
  await wire.write(`,${text(6_000, 12_000)}]}`);
  wire.end();
  const broken = await wire.answer();
  assert.deepEqual([broken.status, broken.body.code], [503, 'unavailable'], broken.head);
  assert.match(broken.head, /retry-after: \d+/i);

  const refused = await Promise.all([
    caller.importProducts([{ __ID: 'a' }]),
    caller.importProducts([{ __ID: 'a' }], '?atomic=true'),
    caller.call('GET', '/api/import/v1/jobs'),
  ]);
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'], answer.text);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }

  await gate.open();
  const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${broken.body.jobRef}`);
  assert.ok(job.handled >= broken.body.handled, `${job.handled} of ${broken.body.handled}`);
  assert.equal((await caller.exported()).size, job.handled);
  assertCounts(await caller.importBody(`{"products":[${text(0, 12_000)}]}`), [12_000 - job.handled, 0, job.handled, 0]);
});

test('A product with more problems than are listed is counted completely, in its answer and its job.', async () => {
  const caller = await service.client('many problems');
  await caller.define([
    { id: 'rows', name: 'rows', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
    { id: 'n', name: 'n', compositeAttribute: 'rows', type: { id: 'integer', multiValue: false } },
  ]);
  const bad = (id: string, count: number) => ({ __ID: id, rows: Array.from({ length: count }, () => ({ n: 'x' })) });
  const list = [bad('few', 3), bad('many', 10_000), { __ID: 'good' }, { __ID: 'named', rows: [{ unseen: 'x' }] }];
  const expected = { 'not-an-integer': 10_003, 'unknown-child': 1 };
  for (const query of ['', '?dryRun=true', '?atomic=true']) {
    const { body } = await caller.importProducts(list, query);
    assert.deepEqual([body.rejected, body.errors.length, body.errorsTruncated], [3, 54, true], query);
    assert.deepEqual(body.errorCounts, expected);
    const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${body.jobRef}`);
    assert.deepEqual([job.errorCounts, job.errors.length, job.errorsTruncated], [expected, 54, true]);
    const page = await caller.call('GET', `/api/import/v1/jobs/${body.jobRef}/errors?limit=1000`);
    assert.deepEqual([page.body.errors.length, page.body.hasMore], [54, false]);
  }
  const { body: few } = await caller.importProducts([bad('few', 50)]);
  assert.deepEqual([few.errors.length, few.errorsTruncated], [50, false]);
  const { body: edited } = await caller.importProducts([bad('many', 60)], '?origin=edit');
  assert.deepEqual(
    [edited.errors.length, edited.errorsTruncated, edited.errorCounts],
    [50, true, { 'not-an-integer': 60 }],
  );
  const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${edited.jobRef}`);
  assert.deepEqual([job.errorCounts, job.errorsTruncated], [edited.errorCounts, true]);
});
