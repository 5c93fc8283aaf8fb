import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { transaction } from '../src/platform/index.ts';
import { answerProblem } from '../src/platform/http/problem-answers.ts';
import { startTestService, type TestCaller, type TestService } from './test-service.ts';

const lines: string[] = [];
let service: TestService;
let client: TestCaller;
before(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  service = await startTestService({ log });
  client = await service.client('short');
});
after(() => service[Symbol.asyncDispose]());

/** Makes inserts of products, attributes and uploaded files fail as if a resource had run out, until the returned object is disposed of. */
async function runOut(sqlState: string): Promise<AsyncDisposable> {
  const tables = ['product', 'attribute', 'import_file_chunk'];
  await sql`
    create or replace function run_out() returns trigger language plpgsql as $$
      begin raise sqlstate ${sql.lit(sqlState)} using message = 'there is none left'; end
    $$`.execute(service.database);
  for (const table of tables)
    await sql`
      create trigger run_out before insert on ${sql.table(table)} for each statement execute function run_out()`.execute(
      service.database,
    );
  return {
    async [Symbol.asyncDispose]() {
      for (const table of tables) await sql`drop trigger run_out on ${sql.table(table)}`.execute(service.database);
    },
  };
}

const product = { __ID: '1' };
/** Stores data in four ways that have separate transactions: an import, an edit, a definition and an uploaded file. */
const store = () =>
  Promise.all([
    client.importProducts([product]),
    client.importProducts([product], '?origin=edit'),
    client.define([{ id: 'b', name: 'b', compositeAttribute: null, type: { id: 'string', multiValue: false } }]),
    client.call('POST', '/api/import/v1/files?name=a.csv', { body: '__ID\n1\n' }),
  ]);

test('A full disk of the database is answered with 507 and logged with its code, and the same requests succeed when there is room.', async () => {
  {
    await using _full = await runOut('53100');
    const answers = await store();
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code, body.params.kind]),
      [
        [507, 'storage-full', 'import'],
        [507, 'storage-full', 'database'],
        [507, 'storage-full', 'database'],
        [507, 'storage-full', 'database'],
      ],
    );
    for (const { headers } of answers) assert.equal(headers.get('retry-after'), '60');
    const failed = lines.filter((line) => line.includes('an import failed'));
    assert.deepEqual(
      failed.map((line) => JSON.parse(line).fault.cause),
      ['53100', '53100'],
      'the import and the file',
    );
    const logged = lines.filter((line) => JSON.parse(line).msg === 'storage-full').map((line) => JSON.parse(line).code);
    assert.equal(logged.filter((code) => code === '53100').length, 2, logged.join());
  }
  for (const { status, text } of await store()) assert.ok(status < 300, text);
});

test('A database that accepts no more connections is answered with 503 and a sentence of its own.', async () => {
  await using _full = await runOut('53300');
  const [imported, edited] = await Promise.all([
    client.importProducts([{ __ID: '2' }]),
    client.importProducts([{ __ID: '3' }], '?origin=edit'),
  ]);
  for (const { status, body, headers } of [imported, edited]) {
    assert.deepEqual([status, body.code, body.params.kind], [503, 'unavailable', 'connections']);
    assert.ok(headers.get('retry-after') !== null);
  }
});

test('A full disk for files is answered with 507.', { skip: process.platform !== 'linux' }, async () => {
  await using app = Fastify();
  app.setErrorHandler(answerProblem);
  app.post('/', () => writeFile('/dev/full', 'bytes'));
  const answer = await app.inject({ method: 'POST', url: '/' });
  assert.deepEqual([answer.statusCode, answer.json().params.kind], [507, 'files']);
});

test('Readiness is answered within two seconds although no connection is free, also with a credential.', async () => {
  const released = Promise.withResolvers<void>();
  const started = Array.from({ length: 8 }, () => Promise.withResolvers<void>());
  const holding = started.map(({ resolve }) =>
    transaction(service.database, async () => {
      resolve();
      await released.promise;
    }),
  );
  await Promise.all(started.map(({ promise }) => promise));
  const before = performance.now();
  const { status, body, headers } = await client.call('GET', '/readyz');
  const ms = performance.now() - before;
  released.resolve();
  await Promise.all(holding);
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '5']);
  assert.ok(ms < 4_000, `it waited for a connection, which takes 4.5 s: ${ms} ms`);
  assert.equal((await client.call('GET', '/readyz')).status, 200);
});
