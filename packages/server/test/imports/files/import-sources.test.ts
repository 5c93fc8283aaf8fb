import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { readAllowedRanges } from '../../../src/platform/index.ts';
import { startTestService, type TestCaller } from '../../test-service.ts';
import { fileCalls } from './file-calls.ts';
import { always, createSourceCalls } from './source-calls.ts';

const folder = await mkdtemp(join(tmpdir(), 'pimento-drop-'));
const assets = {
  address: pathToFileURL(join(folder, '.assets')).href,
  maxBytes: 2 ** 20,
  graceMs: 86_400_000,
  concurrency: 1,
  perHost: 1,
  allowed: readAllowedRanges('127.0.0.1') ?? [],
};
const service = await startTestService({ importFolder: pathToFileURL(folder).href, assets });
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The file server below, with the requests that it received. Each test replaces `answer` to determine the responses. */
const host: { answer: (request: IncomingMessage, response: ServerResponse) => void; requests: IncomingMessage[] } = {
  answer: () => undefined,
  requests: [],
};
const server = createServer((request, response) => {
  host.requests.push(request);
  host.answer(request, response);
});
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening server has an address

const first = '__ID,__NAME\np-1,Pen\n';
const second = '__ID,__NAME\np-1,Pencil\n';
const sourceCalls = (caller: TestCaller) => createSourceCalls(service, caller);

const serve = (content: string, headers: Record<string, string> = {}) => {
  host.answer = (request, response) => {
    const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag'];
    if (isKnown) response.writeHead(304).end();
    else response.writeHead(200, headers).end(content);
  };
};
const address = (path = '/prices.csv') => ({ from: { kind: 'address', url: base + path } });

test('a due source imports the file of its address, and unchanged content is skipped and recorded', async () => {
  const caller = await service.client('address');
  const sources = sourceCalls(caller);
  serve(first, { etag: '"1"' });
  const { status, body } = await sources.put('acme', address());
  assert.deepEqual([status, body.version, body.isPaused, body.lastRun], [200, 1, false, null]);
  const imported = await sources.due('acme');
  assert.deepEqual(
    [imported.status, imported.trigger, imported.file.name, imported.job.created],
    ['Imported', 'schedule', 'prices.csv', 1],
  );
  const { body: job } = await caller.call('GET', `/api/import/v1/jobs/${imported.jobRef}`);
  assert.equal(job.actor, 'system:import-source');

  assert.equal((await sources.due('acme')).status, 'Unchanged');
  assert.equal(host.requests.at(-1)?.headers['if-none-match'], '"1"');
  serve(first); // the same content without an ETag
  await sources.due('acme');
  const [unchanged, before] = await sources.runs('acme');
  assert.deepEqual([unchanged.status, unchanged.times, before.status], ['Unchanged', 2, 'Imported']);

  serve(second);
  assert.equal((await sources.due('acme')).job.updated, 1);
  assert.equal((await caller.product('p-1')).__NAME, 'Pencil');
  assert.equal((await sources.requested('acme', '?force=true')).job.unchanged, 1);
  assert.equal((await sources.requested('acme')).status, 'Unchanged');

  await sql`delete from import_job where client_id = 'address'`.execute(service.database);
  const { status: kept, jobRef, job: gone } = (await sources.runs('acme')).at(-1);
  assert.deepEqual([kept, jobRef, gone], ['Imported', null, null], 'a deleted report has no address');
});

test('credentials are sealed, never returned, and sent only to the host that they were entered for', async () => {
  const caller = await service.client('secrets');
  const sources = sourceCalls(caller);
  host.answer = (request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `${elsewhere}/file.csv` }).end();
    else response.end(first);
  };
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end(second);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  after(() => other.close());
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // a listening server has an address
  const auth = { kind: 'basic', user: 'shop', password: 'pässword-1' };
  const from = { kind: 'address', url: `${base}/away`, auth };
  const { text } = await sources.put('acme', { from });
  assert.ok(!text.includes('pässword-1'), text);
  await sources.due('acme');
  const sent = Buffer.from('shop:pässword-1').toString('base64');
  assert.deepEqual([host.requests.at(-1)?.headers.authorization, seen], [`Basic ${sent}`, [undefined]]);
  const stored = await sql<{ row: string }>`
    select to_jsonb(import_source)::text as row from import_source where client_id = 'secrets'`.execute(
    service.database,
  );
  assert.ok(!stored.rows[0]?.row.includes('pässword-1'));

  const kept = { kind: 'basic', user: 'shop' };
  assert.equal((await sources.put('acme', { from: { ...from, auth: kept } })).status, 200);
  const moved = await sources.put('acme', { from: { kind: 'address', url: `${elsewhere}/file.csv`, auth: kept } });
  assert.deepEqual([moved.status, moved.body.params.kind], [422, 'secret-missing']);
  const open = await sources.put('acme', { from: { kind: 'address', url: 'http://192.0.2.1/x', auth } });
  assert.equal(open.body.params.kind, 'secret-needs-https');
  const shown = await sources.put('acme', { from: { kind: 'address', url: 'https://user:secret@shop.example/x' } });
  assert.deepEqual([shown.status, shown.body.params.kind], [422, 'secret-in-address']);
});

test('line ends that were pasted along with a secret are removed, and what no header can hold is refused when it is saved', async () => {
  const caller = await service.client('pasted');
  const sources = sourceCalls(caller);
  host.answer = (_, response) => response.end(first);
  const sent: string[] = [];
  for (const auth of [
    { kind: 'bearer', token: '\n token-1 \r\n' },
    { kind: 'basic', user: 'shop\n', password: ' pass 1 \r\n' },
  ]) {
    assert.equal((await sources.put('acme', { from: { kind: 'address', url: `${base}/file.csv`, auth } })).status, 200);
    await sources.due('acme');
    sent.push(host.requests.at(-1)?.headers.authorization ?? '');
  }
  const basic = Buffer.from('shop: pass 1 ').toString('base64');
  assert.deepEqual(sent, ['Bearer token-1', `Basic ${basic}`]);
  for (const [auth, rule] of [
    [{ kind: 'bearer', token: 'tok\nen' }, 'header-text'],
    [{ kind: 'bearer', token: 'tökén' }, 'header-text'],
    [{ kind: 'basic', user: 'shop', password: 'pass\nword' }, 'one-line'],
    [{ kind: 'basic', user: 'sh\top', password: 'x' }, 'one-line'],
  ] as const) {
    const { status, body, text } = await sources.put('other', {
      from: { kind: 'address', url: `${base}/file.csv`, auth },
    });
    assert.deepEqual([status, body.code], [400, 'invalid-body']);
    assert.ok(text.includes(rule), text);
  }
});

test('a failed run is repeated later and later, and reported once repetitions do not help', async () => {
  const caller = await service.client('failing');
  const sources = sourceCalls(caller);
  host.answer = (_request, response) => void response.writeHead(503).end();
  await sources.put('acme', address());
  const pauses: number[] = [];
  const jobs: unknown[] = [];
  for (let run = 0; run < 4; run++) {
    const started = Date.now();
    const { jobRef, fault } = await sources.due('acme');
    assert.deepEqual([fault.code, fault.params.code], ['source-failed', 'http-503']);
    pauses.push(Math.round((Date.parse((await sources.get('acme')).nextRunAt) - started) / 60_000));
    jobs.push(jobRef);
  }
  assert.deepEqual(
    [pauses, jobs.slice(0, 3)],
    [
      [1, 5, 15, 480],
      [null, null, null],
    ],
  );
  const { body } = await caller.call('GET', `/api/import/v1/jobs/${String(jobs[3])}`);
  assert.deepEqual([body.status, body.fault.code, body.received], ['Failed', 'source-failed', 0]);
  assert.deepEqual([body.origin, body.dryRun], ['import', false], 'as failed imports that people are notified of');
  serve(first);
  assert.equal((await sources.due('acme')).job.created, 1);
  assert.equal((await sources.get('acme')).failures, 0);
});

test('what repetitions cannot fix is reported at once: a private address, a missing file, an open question', async () => {
  const caller = await service.client('final');
  const sources = sourceCalls(caller);
  await sources.put('private', { from: { kind: 'address', url: 'http://10.1.2.3/x.csv' } });
  const refused = await sources.due('private');
  assert.deepEqual([refused.fault.params.code, typeof refused.jobRef], ['forbidden-address', 'string']);
  host.answer = (_request, response) => void response.writeHead(404).end();
  await sources.put('missing', address());
  assert.equal((await sources.due('missing')).fault.params.code, 'http-404');
  serve('number;Gewicht\n1;2\n1;3\n');
  await sources.put('asked', address());
  const asked = await sources.due('asked');
  const { body } = await caller.call('GET', `/api/import/v1/jobs/${asked.jobRef}`);
  assert.deepEqual([body.fault.code, body.errors[0].params.kind], ['invalid-mapping', 'id-missing']);
  const files = await caller.call('GET', '/api/import/v1/files');
  assert.deepEqual(files.body.files, []);
});

test('a hanging address does not outlive a change of its source, and the abandoned run imports nothing', async () => {
  const sources = sourceCalls(await service.client('hanging'));
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  host.answer = (_request, response) => {
    response.write(first);
    resolve(response);
  };
  await sources.put('acme', address());
  await sources.post('acme', 'runs');
  const response = await promise;
  assert.equal((await sources.get('acme')).isRunning, true);
  assert.equal((await sources.post('acme', 'pause')).body.isRunning, false);
  response.end();
  await service.importSources.drain();
  const [run] = await sources.runs('acme');
  assert.deepEqual([run.status, run.fault.params.kind, run.jobRef], ['Failed', 'changed', null]);
  serve(first);
  assert.equal((await sources.due('acme')).status, 'Failed'); // a paused source is not due, so this is still the failed run
  assert.equal((await sources.requested('acme')).status, 'Imported');
  assert.equal((await sources.put('acme', address())).body.isPaused, true, 'a change does not resume a source');
  assert.deepEqual(
    [(await sources.post('acme', 'resume')).body.isPaused, (await sources.delete('acme')).status],
    [false, 204],
  );
});

test('a host that hangs holds up neither the other hosts of its client nor other clients', async () => {
  const hanging: ServerResponse[] = [];
  const { promise: areHanging, resolve } = Promise.withResolvers<void>();
  host.answer = (_request, response) => {
    hanging.push(response);
    if (hanging.length === 2) resolve();
  };
  const quick = createServer((_request, response) => response.end(first)).listen(0, '127.0.0.1');
  await new Promise((listening) => quick.once('listening', listening));
  after(() => quick.close());
  const elsewhere = {
    from: { kind: 'address', url: `http://127.0.0.1:${(quick.address() as AddressInfo).port}/a.csv` },
  }; // a listening server has an address
  const [caller, other] = [await service.client('held-up'), await service.client('not-held-up')];
  const [sources, others] = [sourceCalls(caller), sourceCalls(other)];
  for (const name of ['a', 'b', 'c']) await sources.put(name, address(`/${name}.csv`));
  for (const name of ['a', 'b', 'c']) await sources.post(name, 'runs');
  await areHanging;
  await sources.put('elsewhere', elsewhere);
  await sources.post('elsewhere', 'runs');
  await others.put('elsewhere', elsewhere);
  await others.post('elsewhere', 'runs');
  const [own, foreign] = [await sources.settled('elsewhere'), await others.settled('elsewhere')];
  assert.deepEqual([own.status, foreign.status], ['Imported', 'Imported']);
  assert.deepEqual([hanging.length, (await sources.get('a')).isRunning, await sources.runs('c')], [2, true, []]);
  serve(first);
  for (const response of hanging) response.end(first);
  await service.importSources.drain();
  assert.equal((await sources.settled('c')).status, 'Imported');
});

test('two services never run the same source twice', async () => {
  const caller = await service.client('twice');
  const sources = sourceCalls(caller);
  serve(first);
  for (const name of ['a', 'b', 'c']) await sources.put(name, address());
  await sql`update import_source set due_at = now() where client_id = 'twice'`.execute(service.database);
  const before = host.requests.length;
  const { claimSource } = await import('../../../src/imports/sources/source-run-store.ts');
  const { systemClock, transaction } = await import('../../../src/platform/index.ts');
  const claim = () =>
    transaction(service.database, (opened) =>
      claimSource(opened, systemClock.randomId(), {
        now: systemClock.now(),
        runId: systemClock.newId(),
        capacity: { passedOver: [], busyHosts: [], running: {} },
      }),
    );
  const claimed = await Promise.all(Array.from({ length: 6 }, claim));
  const names = claimed.flatMap((one) => (one?.clientId === 'twice' ? [one.name] : []));
  assert.equal(new Set(names).size, names.length);
  await service.importSources.drain();
  assert.equal(names.length + host.requests.length - before, 3);
});

test('new files of a watched folder are imported one after the other, and nothing outside of the folder is read', async () => {
  const caller = await service.client('folders');
  const sources = sourceCalls(caller);
  const watched = join(folder, 'folders', 'prices');
  await mkdir(watched, { recursive: true });
  const drop = async (name: string, content: string, secondsAgo: number) => {
    await writeFile(join(watched, name), content);
    const at = new Date(Date.now() - secondsAgo * 1000);
    await utimes(join(watched, name), at, at);
  };
  await drop('b.csv', first, 60);
  await drop('a.csv', second, 30);
  await drop('still-arriving.csv', 'x', 0);
  await drop('a.csv.tmp', 'x', 60);
  await drop('notes.txt', 'x', 60);
  await drop('broken.csv', 'nothing\n\n', 45);
  await writeFile(join(folder, 'secret.csv'), '__ID\nstolen\n');
  await symlink(join(folder, 'secret.csv'), join(watched, 'link.csv'));
  await sources.put('acme', { from: { kind: 'folder', path: 'prices', pattern: '*.csv' } });
  for (let run = 0; run < 4; run++) await sources.due('acme');
  const done = (await sources.runs('acme')).filter(({ file }) => file !== null).toReversed();
  assert.deepEqual(
    done.map(({ file, status, trigger }) => [file.name, status, trigger]),
    [
      ['b.csv', 'Imported', 'schedule'],
      ['broken.csv', 'Failed', 'schedule'],
      ['a.csv', 'Imported', 'schedule'],
    ],
  );
  assert.equal((await caller.product('p-1')).__NAME, 'Pencil');
  assert.equal(await caller.product('stolen'), undefined);
  const outside = await sources.put('up', { from: { kind: 'folder', path: '../other' } });
  assert.equal(outside.status, 400);
});

test('mappings that sources use are renamed with them, and are not deleted', async () => {
  const caller = await service.client('renamed');
  const sources = sourceCalls(caller);
  const { mapping } = fileCalls(caller);
  const columns = [{ header: '__ID', target: { kind: 'value', path: ['__ID'] } }];
  await mapping('PUT', 'old', { body: { columns: [...columns, { header: '__NAME', target: null }] } });
  const options = { mapping: { kind: 'stored', name: 'old' } };
  assert.equal((await sources.put('acme', { ...address(), options })).status, 200);
  assert.equal(
    (await sources.put('none', { ...address(), options: { mapping: { kind: 'stored', name: 'x' } } })).status,
    404,
  );
  assert.equal((await mapping('DELETE', 'old')).body.params.kind, 'mapping-in-use');
  const renamed = await mapping('PATCH', 'old', { query: '?expectedVersion=1', body: { name: 'new' } });
  assert.deepEqual([renamed.status, renamed.body.name, renamed.body.version], [200, 'new', 2]);
  assert.equal((await mapping('GET', 'old')).status, 404);
  assert.equal((await mapping('GET', 'new', { query: '?version=1' })).status, 200);
  assert.equal((await sources.get('acme')).options.mapping.name, 'new');
  serve(first);
  assert.equal((await sources.due('acme')).job.created, 1);
  assert.deepEqual(await caller.product('p-1'), { __ID: 'p-1' });
  // After a change of its mapping, the source imports the same file again.
  await mapping('PUT', 'new', {
    body: { columns: [...columns, { header: '__NAME', target: { kind: 'value', path: ['__NAME'] } }] },
  });
  assert.equal((await sources.due('acme')).job.updated, 1);
  await mapping('PUT', 'taken', { body: { columns } });
  assert.equal((await mapping('PATCH', 'new', { body: { name: 'taken' } })).body.params.kind, 'mapping-exists');
});

test('schedules, versions and the number of sources are checked', async () => {
  const sources = sourceCalls(await service.client('checked'));
  const cron = (expression: string) => ({ kind: 'cron', expression, timeZone: 'Europe/Berlin' });
  const put = (schedule: object, query = '') => sources.put('acme', { ...address(), schedule }, query);
  assert.equal((await put(cron('30 6 * * 1-5'))).status, 200);
  assert.equal((await put(cron('6 x * *'))).body.params.kind, 'cron');
  assert.equal((await put(cron('* * * * * *'))).body.params.kind, 'cron-seconds');
  assert.equal((await put(cron('0 0 30 2 *'))).body.params.kind, 'never');
  assert.equal((await put({ kind: 'daily', hour: 6, minute: 0, timeZone: 'Mars' })).status, 400);
  assert.equal((await put(always, '?expectedVersion=0')).body.params.kind, 'import-source');
  assert.equal((await put(always, '?expectedVersion=1')).body.version, 2);
});
